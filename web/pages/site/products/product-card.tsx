import type { Product } from '#contracts/catalog.ts';
import { formatMilliliters, formatPercent, formatPounds } from '#contracts/hop-format.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { AddToOrder } from '#web/ordering/add-to-order.tsx';
import { OrderButton } from '#web/ordering/order-button.tsx';
import { ProductPrice } from '#web/ordering/product-price.tsx';
import { useFarm } from '#web/session/client-config.ts';

export function ProductCard({ product, onOrder }: { product: Product; onOrder(): void }) {
  const { low_stock } = useFarm();
  const href = pagePaths.product(product.slug);
  return (
    <article className="product-card">
      {/* Same link as the name, so it is skipped by keyboard and screen readers. */}
      <a className="product-card-picture" href={href} tabIndex={-1} aria-hidden="true">
        <ProductPicture product={product} sizes="(max-width: 699px) 100vw, (max-width: 1440px) 45vw, 644px" eager />
      </a>
      <div className="product-card-head">
        <h2>
          <a href={href}>{product.name}</a>
        </h2>
        <ProductPrice product={product} />
      </div>
      <p className="product-card-type">{product.type}</p>
      <p className="product-card-aromas">Aromas: {product.aromas}</p>
      {product.description && <p className="product-card-description">{product.description}</p>}
      <dl className="product-card-analysis">
        <div>
          <dt>Alpha acid</dt>
          <dd>{formatPercent(product.alpha_acid)}</dd>
        </div>
        <div>
          <dt>Beta acid</dt>
          <dd>{formatPercent(product.beta_acid)}</dd>
        </div>
        <div>
          <dt>Total oil</dt>
          <dd>{formatMilliliters(product.total_oil)}</dd>
        </div>
        <div>
          <dt>In stock</dt>
          <dd className={product.stock < low_stock ? 'low-stock' : undefined}>{formatPounds(product.stock)}</dd>
        </div>
      </dl>
      <div className="buy-buttons">
        <OrderButton product={product} onOrder={onOrder} />
        <AddToOrder product={product} />
      </div>
    </article>
  );
}
