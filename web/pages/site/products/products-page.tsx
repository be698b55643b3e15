import { useState } from 'react';
import { delivery } from '#content/delivery.ts';
import cones from '#content/pictures/gallery-30.jpg?picture';
import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { hopNames, type PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { Banner } from '#web/layout/banner.tsx';
import { NoProducts } from '#web/ordering/no-products.tsx';
import { NoscriptNotice } from '#web/ordering/noscript-notice.tsx';
import { OrderBar } from '#web/ordering/order-bar.tsx';
import { OrderModal } from '#web/ordering/order-button.tsx';
import { ProductSearch } from '#web/ordering/product-search.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView, LoadFailed } from '#web/ui/async-view.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { ProductCard } from './product-card.tsx';
import '#web/ordering/buy-buttons.css';
import '#web/ordering/order-bar.css';
import '#web/ordering/product-card.css';
import '#web/ordering/product-search.css';
import '#web/ui/field.css';
import '#web/ui/stepper.css';
import './products-page.css';

type Props = { products: QueryState<ResponseOf<'GET /api/products'>> };

export const headFor = (_: unknown, { brand, hops }: PublicFarm): Head => ({
  title: 'Our Products',
  description: `${hopNames(hops)} hops by the pound from ${brand}: acids, oils, aromas, price and what is in stock.`,
});

export function Page({ products }: Props) {
  const search = useRouteLocation().searchParams.get('search')?.trim() ?? '';
  // Held here and not in the card, because a product can be withdrawn while its form is open.
  const [selected, setSelected] = useState<Product>();
  if (products.is === 'failed') return <ProductsFailed message={products.message} retry={products.retry} />;
  return (
    <>
      <Banner title="Our Products">
        <Picture folder={pictureFolders.project} name={cones} alt="" sizes="100vw" eager="first" fallback="" />
      </Banner>
      <div className="wrap">
        <div className="products-tools">
          <ProductSearch search={search} action={pagePaths.products} />
          <p className="products-note">Sold by the pound. Bags of {delivery.bagSizes}.</p>
        </div>
        <NoscriptNotice />
        <AsyncView state={products} loading="Loading products..." skeleton={<CardSkeletons />}>
          {({ data }) => {
            const matches = data.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
            if (matches.length === 0) return <NoProducts page={pagePaths.products} searched={search !== ''} />;
            return (
              <>
                <div className="products-grid">
                  {matches.map((product) => (
                    <ProductCard key={product.id} product={product} onOrder={() => setSelected(product)} />
                  ))}
                </div>
                <p className="note products-more">
                  Planning a brew? <a href={pagePaths.brew}>Brew day</a> works out IBU and ounces. The{' '}
                  <a href={pagePaths.harvest}>harvest board</a> shows what is picked next.
                </p>
              </>
            );
          }}
        </AsyncView>
      </div>
      <OrderBar products={products.is === 'ready' ? products.data.data : []} />
      {selected && (
        <OrderModal selection={{ product: latestOf(selected, products) }} onClose={() => setSelected(undefined)} />
      )}
    </>
  );
}

/** The product with its current price and stock, if it is still listed. */
function latestOf(product: Product, products: Props['products']): Product {
  const listed = products.is === 'ready' ? products.data.data : [];
  return listed.find(({ id }) => id === product.id) ?? product;
}

function ProductsFailed({ message, retry }: { message: string; retry(): void }) {
  const text = message ? `Failed to fetch products: ${message}` : 'An unknown error occurred while fetching products.';
  return (
    <div className="products-failed wrap">
      <LoadFailed text={text} retry={retry} />
    </div>
  );
}

function CardSkeletons() {
  return (
    <div className="products-grid">
      {['first', 'second'].map((card) => (
        <div key={card}>
          <div className="product-card-picture skeleton" />
          <div className="skeleton skeleton-title" />
          <div className="skeleton skeleton-line" />
          <div className="skeleton skeleton-line" />
        </div>
      ))}
    </div>
  );
}
