import { type ComponentProps, useEffect, useState } from 'react';
import type { Product } from '#contracts/catalog.ts';
import { toast } from '#web/ui/toast.tsx';

type Loaded = typeof import('./order-modal.tsx');

let loaded: Loaded | undefined;
const loadModal = async () => {
  loaded ??= await import('./order-modal.tsx');
};

/** The order form, drawn as soon as its code is here. (React holds back what it has to wait for by a third of a second.) */
export function OrderModal(props: ComponentProps<Loaded['OrderModal']>) {
  const [Modal, setModal] = useState(() => loaded?.OrderModal);
  const { onClose } = props;
  useEffect(() => {
    let here = true;
    loadModal()
      .then(() => here && setModal(() => loaded?.OrderModal))
      .catch(() => {
        toast({ text: 'The order form could not be loaded. Please try again.', variant: 'destructive' });
        onClose();
      });
    return () => {
      here = false;
    };
  }, [onClose]);
  return Modal ? <Modal {...props} /> : null;
}

/** Asks for the order form; it is loaded when somebody is about to press the button. */
export function OrderButton({ product, onOrder }: { product: Product; onOrder(): void }) {
  const out = product.stock === 0;
  return (
    <button
      className="button button-gold"
      type="button"
      disabled={out}
      aria-description={product.name}
      onClick={onOrder}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {out ? 'Out of stock' : 'Order Now'}
    </button>
  );
}

/** A failure is told when the form is asked for. */
const preload = () => void loadModal().catch(() => {});
