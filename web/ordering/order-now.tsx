import type { Product } from '../../contracts/catalogue.ts';
import { pagePaths } from '../../contracts/page-paths.ts';

/** Until cards can be charged here, an order is a call to the farm. */
export function OrderNow({ product }: { product: Product }) {
  if (product.stock === 0)
    return (
      <button className="button button-gold" type="button" disabled>
        Out of stock
      </button>
    );
  return (
    <a className="button button-gold" href={pagePaths.contact} aria-label={`Order Now: ${product.name}`}>
      Order Now
    </a>
  );
}
