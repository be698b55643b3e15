import type { Product } from '#contracts/catalog.ts';
import { addToCart, removeFromCart, setPounds, useCart } from '#web/cart/cart.ts';
import { STORAGE_BLOCKED } from '#web/session/browser-storage.ts';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.tsx';
import { wholePounds } from './order-form-state.ts';

/** Puts the hop into the cart. Once it is there, its pounds can be changed in place. */
export function AddToOrder({ product: { id, name, stock } }: { product: Product }) {
  const line = useCart().find((each) => each.id === id);
  if (line)
    return (
      <Stepper
        aria-label={`${name} to order, in pounds`}
        of={` of ${name}`}
        value={line.pounds || ''}
        onType={(text) => setPounds(id, wholePounds(text))}
        onStep={(by) => (line.pounds + by < 1 ? removeFromCart(id) : setPounds(id, line.pounds + by))}
      />
    );
  if (stock === 0) return null;
  return (
    <button className="button" type="button" aria-label={`Add to Order: ${name}`} onClick={() => add(id)}>
      Add to Order
    </button>
  );
}

function add(id: number) {
  if (addToCart(id)) return;
  const text = `${STORAGE_BLOCKED} Allow them to collect an order, or order each hop from its own page.`;
  toast({ text, variant: 'destructive' });
}
