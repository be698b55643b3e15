import { useEffect, useState } from 'react';
import type { Product } from '#contracts/catalog.ts';
import { formatPounds as inPounds, onlyLeftMessage } from '#contracts/hop-format.ts';
import { formatCents, toCents } from '#contracts/money.ts';
import { canDeliver, describePacking, lineAmount, orderTotal, packBags } from '#contracts/ordering-rules.ts';
import { type Cart, clearCart, removeFromCart, setPounds, useCart } from '#web/cart/cart.ts';
import { OrderModal } from '#web/ordering/order-button.tsx';
import { Icon } from '#web/ui/icon.tsx';

type Line = { product: Product; pounds: number };

/** What has been collected so far, and the way to pay for it. */
export function CartSummary({ products }: { products: Product[] }) {
  const [paying, setPaying] = useState<Cart>();
  const collected = useCart();
  useEffect(() => {
    for (const { id } of collected) if (!products.some((product) => product.id === id)) removeFromCart(id);
  }, [collected, products]);
  const lines = linesOf(collected, products);
  const ordered = lines.filter(({ pounds }) => pounds > 0);
  const pounds = ordered.reduce((sum, line) => sum + line.pounds, 0);
  const total = orderTotal(ordered.map((line) => ({ price: toCents(line.product.price), pounds: line.pounds })));
  const short = ordered.find((line) => line.pounds > line.product.stock);

  return (
    <section className="cart" aria-labelledby="ticket-title">
      <h2 id="ticket-title">Your order</h2>
      {lines.length === 0 && <p>Nothing yet. Add a hop, and it is kept here until you pay.</p>}
      <ul>
        {lines.map((line) => (
          <CartLine key={line.product.id} line={line} />
        ))}
      </ul>
      {lines.length > 0 && (
        <>
          <p className="cart-total">
            <span>Total, {inPounds(pounds)}</span>
            <b className="tabular-nums">${formatCents(total)}</b>
          </p>
          <p className="cart-note">
            {ordered.map(({ product, pounds: each }) => `${product.name}: ${describePacking(packBags(each))}. `)}
            {canDeliver(pounds) ? 'Delivery is open: 22 lbs or more.' : 'Delivery (Requires 22 lbs or more)'}
          </p>
          {short && (
            <p className="form-error" role="alert">
              {onlyLeftMessage(short.product.stock, short.product.name)}
            </p>
          )}
          <button
            className="button button-gold"
            type="button"
            disabled={pounds === 0 || short !== undefined}
            onClick={() => setPaying(collected.filter((line) => line.pounds > 0))}
          >
            Order Now
          </button>
        </>
      )}
      {paying && (
        // Its own list, which outlasts the clearing; the products are those of the page, so that a new price shows.
        <OrderModal
          wanted={{ lines: linesOf(paying, products) }}
          onPaid={clearCart}
          onClose={() => setPaying(undefined)}
        />
      )}
    </section>
  );
}

/** What has left the catalogue meanwhile cannot be ordered. */
function linesOf(collected: Cart, products: Product[]): Line[] {
  return collected.flatMap(({ id, pounds }) => {
    const product = products.find((each) => each.id === id);
    return product ? [{ product, pounds }] : [];
  });
}

function CartLine({ line: { product, pounds } }: { line: Line }) {
  const { id, name, price } = product;
  return (
    <li>
      <span className="cart-name">{name}</span>
      <label className="cart-pounds tabular-nums">
        <span className="visually-hidden">Pounds of {name}</span>
        <input
          className="field-input"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          value={pounds || ''}
          onChange={({ target }) => setPounds(id, /^\d{1,7}$/.test(target.value) ? Number(target.value) : 0)}
        />
        lbs
      </label>
      <span className="tabular-nums">${formatCents(lineAmount(toCents(price), pounds))}</span>
      <button className="icon-button" type="button" aria-label={`Remove ${name}`} onClick={() => removeFromCart(id)}>
        <Icon name="close" size={18} />
      </button>
    </li>
  );
}
