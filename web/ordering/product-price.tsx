import type { Product } from '#contracts/catalog.ts';
import { formatDollars } from '#contracts/money.ts';
import { describeTier } from '#contracts/price-tiers.ts';

/** The price of a single pound, and the lowest one if there are tiers. */
export function ProductPrice({ product: { price, tiers } }: { product: Product }) {
  const lowest = tiers.at(-1);
  return (
    <p className="product-card-price">
      ${formatDollars(price)} <small>per lb</small>
      {lowest && <small className="product-card-tier">{describeTier(lowest)}</small>}
    </p>
  );
}
