import { type ComponentProps, useEffect, useState } from 'react';
import type { Product } from '#contracts/catalog.ts';
import { toast } from '#web/ui/toast.tsx';

type ModalModule = typeof import('./order-modal.tsx');

let modalModule: ModalModule | undefined;
const loadModal = async () => {
  modalModule ??= await import('./order-modal.tsx');
};

let failedBefore = false;
/** Some browsers (Chromium 150) keep a module that failed until the page is loaded again. */
async function explainFailure() {
  const isOnline = failedBefore && (await fetch(location.href, { method: 'HEAD' }).catch(() => undefined))?.ok;
  failedBefore = true;
  if (isOnline) return location.reload();
  toast({ text: "The order form didn't load. Please try again.", variant: 'destructive' });
}

/** The order form, rendered once its chunk has loaded. (Suspense would delay it by up to 300 ms.) */
export function OrderModal(props: ComponentProps<ModalModule['OrderModal']>) {
  const [Modal, setModal] = useState(() => modalModule?.OrderModal);
  const { onClose } = props;
  useEffect(() => {
    let mounted = true;
    loadModal()
      .then(() => mounted && setModal(() => modalModule?.OrderModal))
      .catch(() => {
        void explainFailure();
        onClose();
      });
    return () => {
      mounted = false;
    };
  }, [onClose]);
  return Modal ? <Modal {...props} /> : null;
}

/** Opens the order form, which is preloaded on hover or focus. */
export function OrderButton({ product, onOrder }: { product: Product; onOrder(): void }) {
  const soldOut = product.stock === 0;
  return (
    <button
      className="button button-gold"
      type="button"
      disabled={soldOut}
      aria-description={product.name}
      onClick={onOrder}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {soldOut ? 'Out of stock' : 'Order Now'}
    </button>
  );
}

/** Failures are reported when the form is opened. */
const preload = () => void loadModal().catch(() => {});
