import type { Product } from '#contracts/catalog.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { AddToOrder } from '#web/ordering/add-to-order.tsx';
import { ProductPrice } from '#web/ordering/product-price.tsx';
import { useFarm } from '#web/session/client-config.ts';

const PREVIEW_LENGTH = 100;

export function ProductRow({ product }: { product: Product }) {
  const { low_stock } = useFarm();
  const { name, type, aromas, description, stock, slug } = product;
  return (
    <article className="product-row">
      <div className="product-row-picture">
        <ProductPicture product={product} sizes="(max-width: 699px) 96px, (max-width: 1239px) 160px, 300px" eager />
      </div>
      <div>
        <div className="product-card-head">
          <h2>
            <a href={pagePaths.product(slug)}>{name}</a>
          </h2>
          <ProductPrice product={product} />
        </div>
        <p className="product-card-type">
          {type} · <span className={stock < low_stock ? 'low-stock' : undefined}>{formatPounds(stock)} in stock</span>
        </p>
        <p className="product-card-aromas">Aromas: {aromas}</p>
        <p>{description.length > PREVIEW_LENGTH ? `${description.slice(0, PREVIEW_LENGTH)}...` : description}</p>
        {stock === 0 ? (
          <button className="button" type="button" disabled>
            Out of stock
          </button>
        ) : (
          <AddToOrder product={product} />
        )}
      </div>
    </article>
  );
}
