import { lazy, Suspense, useState } from 'react';
import type { Product } from '../../contracts/catalogue.ts';

const loadModal = () => import('./order-modal.tsx');
export const OrderModal = lazy(() => loadModal().then((module) => ({ default: module.OrderModal })));

/** Opens the order form; it is loaded when somebody is about to press the button. */
export function OrderNow({ product }: { product: Product }) {
  const [open, setOpen] = useState(false);
  const out = product.stock === 0;
  return (
    <>
      <button
        className="button button-gold"
        type="button"
        disabled={out}
        aria-label={out ? undefined : `Order Now: ${product.name}`}
        onClick={() => setOpen(true)}
        onPointerEnter={loadModal}
        onFocus={loadModal}
      >
        {out ? 'Out of stock' : 'Order Now'}
      </button>
      {open && (
        <Suspense>
          <OrderModal wanted={{ product }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
