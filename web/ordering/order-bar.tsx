import type { Product } from '#contracts/catalog.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents, toCents } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { priceAt } from '#contracts/price-tiers.ts';
import { useCart } from '#web/cart/cart.ts';

/** What is in the cart, at the bottom of phones and tablets. Without the price if a hop of the cart is not on this page. */
export function OrderBar({ products }: { products: Product[] }) {
  const cart = useCart();
  if (cart.length === 0) return null;
  const pounds = cart.reduce((sum, line) => sum + line.pounds, 0);
  const amounts = cart.map((line) => {
    const product = products.find(({ id }) => id === line.id);
    return product && lineAmount(toCents(priceAt(product, line.pounds)), line.pounds);
  });
  const total = amounts.reduce<number | undefined>(
    (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
    0,
  );
  return (
    <aside className="order-bar" aria-label="Your order">
      <p className="tabular-nums">
        {cart.length} {cart.length === 1 ? 'hop' : 'hops'} · {formatPounds(pounds)}
        {total !== undefined && (
          <>
            {' · '}
            <b>${formatCents(cents(total))}</b>
          </>
        )}
      </p>
      <a className="button button-gold" href={`${pagePaths.placeOrder}#cart-title`}>
        Review
      </a>
    </aside>
  );
}
