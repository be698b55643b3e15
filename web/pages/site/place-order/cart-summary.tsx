import { useEffect, useState } from 'react';
import type { Product } from '#contracts/catalog.ts';
import { formatPounds, onlyLeftMessage } from '#contracts/hop-format.ts';
import { formatCents, toCents } from '#contracts/money.ts';
import { canDeliver, DELIVERY_MINIMUM, describePacking, lineAmount, packBags } from '#contracts/ordering-rules.ts';
import { priceAt, tierNote } from '#contracts/price-tiers.ts';
import { type Cart, clearCart, removeFromCart, setLot, setPounds, useCart } from '#web/cart/cart.ts';
import { LotOptions } from '#web/ordering/lot-options.tsx';
import { OrderModal } from '#web/ordering/order-button.tsx';
import { available, formTotal, type Line, lotOnSale, wholePounds } from '#web/ordering/order-form-state.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stepper } from '#web/ui/stepper.tsx';

/** The cart, with the button to pay. */
export function CartSummary({ products }: { products: Product[] }) {
  const [paying, setPaying] = useState<Cart>();
  const cart = useCart();
  useEffect(() => {
    for (const { id } of cart) if (!products.some((product) => product.id === id)) removeFromCart(id);
  }, [cart, products]);
  const lines = toLines(cart, products);
  const orderLines = lines.filter(({ pounds }) => pounds > 0);
  const pounds = orderLines.reduce((sum, line) => sum + line.pounds, 0);
  const total = formTotal(orderLines);
  const overStock = orderLines.find((line) => line.pounds > available(line).stock);

  return (
    <section className="cart" aria-labelledby="cart-title">
      <h2 id="cart-title">Your order</h2>
      {lines.length === 0 && <p>Nothing yet. Hops you add stay here until you pay.</p>}
      <ul>
        {lines.map((line) => (
          <CartLine key={line.product.id} line={line} />
        ))}
      </ul>
      {lines.length > 0 && (
        <>
          <p className="cart-total">
            <span>Total, {formatPounds(pounds)}</span>
            <b className="tabular-nums">${formatCents(total)}</b>
          </p>
          <p className="cart-note">
            {orderLines.map(({ product, pounds: each }) => `${product.name}: ${describePacking(packBags(each))}. `)}
            {canDeliver(pounds)
              ? `Delivery available: ${DELIVERY_MINIMUM} or more.`
              : `Delivery (Requires ${DELIVERY_MINIMUM} or more)`}
          </p>
          {overStock && (
            <p className="form-error" role="alert">
              {onlyLeftMessage(available(overStock).stock, available(overStock).name)}
            </p>
          )}
          <button
            className="button button-gold"
            type="button"
            disabled={pounds === 0 || overStock !== undefined}
            onClick={() => setPaying(cart.filter((line) => line.pounds > 0))}
          >
            Order Now
          </button>
        </>
      )}
      {paying && (
        // Keeps its own copy of the cart, which is cleared on payment. Products come from the page, to show new prices.
        <OrderModal
          selection={{ lines: toLines(paying, products) }}
          onPaid={clearCart}
          onClose={() => setPaying(undefined)}
        />
      )}
    </section>
  );
}

/** Skips products that are no longer for sale. */
function toLines(cart: Cart, products: Product[]): Line[] {
  return cart.flatMap(({ id, pounds, lot }) => {
    const product = products.find((each) => each.id === id);
    return product ? [{ product, pounds, lot: lotOnSale(product, lot)?.id }] : [];
  });
}

function CartLine({ line: { product, pounds, lot } }: { line: Line }) {
  const { id, name } = product;
  const note = tierNote(product, pounds);
  return (
    <li>
      <span className="cart-name">{name}</span>
      <Stepper
        aria-label={`Pounds of ${name}`}
        of={` of ${name}`}
        value={pounds || ''}
        onType={(text) => setPounds(id, wholePounds(text))}
        onStep={(by) => setPounds(id, Math.max(1, pounds + by))}
      />
      <span className="tabular-nums">${formatCents(lineAmount(toCents(priceAt(product, pounds)), pounds))}</span>
      <button className="icon-button" type="button" aria-label={`Remove ${name}`} onClick={() => removeFromCart(id)}>
        <Icon name="close" size={18} />
      </button>
      {product.lots_on_sale && (
        <label className="cart-lot">
          Lot
          <select
            className="field-input"
            aria-label={`Lot of ${name}`}
            value={lot ?? ''}
            onChange={({ target }) => setLot(id, Number(target.value) || undefined)}
          >
            <LotOptions product={product} />
          </select>
        </label>
      )}
      {note && <span className="cart-tier">{note}</span>}
    </li>
  );
}
