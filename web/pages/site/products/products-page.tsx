import { useState } from 'react';
import { farm } from '#content/farm.ts';
import cones from '#content/pictures/gallery-30.jpg?picture';
import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { Banner } from '#web/layout/banner.tsx';
import { NoProducts } from '#web/ordering/no-products.tsx';
import { NoscriptNotice } from '#web/ordering/noscript-notice.tsx';
import { OrderModal } from '#web/ordering/order-button.tsx';
import { ProductSearch } from '#web/ordering/product-search.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView, LoadFailed } from '#web/ui/async-view.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { ProductCard } from './product-card.tsx';
import '#web/ordering/product-card.css';
import '#web/ordering/product-search.css';
import './products-page.css';

type Props = { products: QueryState<ResponseOf<'GET /api/products'>> };

export const headFor = (): Head => ({
  title: `Our Products · ${farm.brand}`,
  description: `Triple Pearl and Comet hops by the pound from ${farm.brand}: acids, oils, aromas, price and what is in stock.`,
});

export function Page({ products }: Props) {
  const search = useRouteLocation().searchParams.get('search')?.trim() ?? '';
  // Kept here and not in its card: a hop may leave the catalogue while its form is open, and the form has to say so.
  const [ordered, setOrdered] = useState<Product>();
  if (products.is === 'failed') return <Failed why={products.message} again={products.retry} />;
  return (
    <>
      <Banner title="Our Products">
        <Picture folder={pictureFolders.project} name={cones} alt="" sizes="100vw" eager="first" fallback="" />
      </Banner>
      <div className="wrap">
        <div className="products-tools">
          <ProductSearch search={search} action={pagePaths.products} />
          <p className="products-note">Sold by the pound. Bags of 5.5, 11 and 22 lbs.</p>
        </div>
        <NoscriptNotice />
        <AsyncView state={products} loading="Loading products..." skeleton={<CardSkeletons />}>
          {({ data }) => {
            const found = data.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
            if (found.length === 0) return <NoProducts page={pagePaths.products} searched={search !== ''} />;
            return (
              <div className="products-grid">
                {found.map((product) => (
                  <ProductCard key={product.id} product={product} onOrder={() => setOrdered(product)} />
                ))}
              </div>
            );
          }}
        </AsyncView>
      </div>
      {ordered && (
        <OrderModal wanted={{ product: asListed(ordered, products) }} onClose={() => setOrdered(undefined)} />
      )}
    </>
  );
}

/** With the price and stock of now, as long as it is in the list. */
function asListed(product: Product, products: Props['products']): Product {
  const listed = products.is === 'ready' ? products.data.data : [];
  return listed.find(({ id }) => id === product.id) ?? product;
}

function Failed({ why, again }: { why: string; again(): void }) {
  const text = why ? `Failed to fetch products: ${why}` : 'An unknown error occurred while fetching products.';
  return (
    <div className="products-failed wrap">
      <LoadFailed text={text} retry={again} />
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
