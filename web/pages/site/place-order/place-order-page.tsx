import { useEffect } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { hopNames, type PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { NoProducts } from '#web/ordering/no-products.tsx';
import { NoscriptNotice } from '#web/ordering/noscript-notice.tsx';
import { OrderBar } from '#web/ordering/order-bar.tsx';
import { ProductSearch } from '#web/ordering/product-search.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { useIsStaff } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { CartSummary } from './cart-summary.tsx';
import { ProductRow } from './product-row.tsx';
import { RecentOrdersList } from './recent-orders-list.tsx';
import '#web/ordering/order-bar.css';
import '#web/ordering/product-card.css';
import '#web/ordering/product-search.css';
import '#web/ui/field.css';
import '#web/ui/stepper.css';
import './place-order-page.css';

type Products = QueryState<ResponseOf<'GET /api/products'>>;

export const headFor = (_: unknown, { brand, hops }: PublicFarm): Head => ({
  title: 'Place Your Order',
  description: `Collect ${hopNames(hops)} by the pound into one order at ${brand}, and pay once.`,
});

export function Page({ products }: { products: Products }) {
  const search = useRouteLocation().searchParams.get('search')?.trim() ?? '';
  const available = useStaffProducts(products);
  return (
    <>
      <div className="slim-banner">
        <div className="place-order-head wrap">
          <h1 className="slim-banner-title">Place Your Order</h1>
          <ProductSearch search={search} action={pagePaths.placeOrder} />
        </div>
      </div>
      <div className="place-order wrap">
        <AsyncView
          state={available}
          loading="Loading products..."
          skeleton={<div className="skeleton place-order-skeleton" />}
        >
          {({ data }) => {
            const matches = data.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
            return (
              <>
                <div>
                  <NoscriptNotice />
                  {matches.length === 0 && <NoProducts page={pagePaths.placeOrder} searched={search !== ''} />}
                  {matches.map((product) => (
                    <ProductRow key={product.id} product={product} />
                  ))}
                </div>
                <div className="place-order-side">
                  <CartSummary products={data} />
                  <RecentOrdersList />
                </div>
                <OrderBar products={data} />
              </>
            );
          }}
        </AsyncView>
      </div>
    </>
  );
}

/** Staff get the admin product list, everyone else the public one. */
function useStaffProducts(products: Products): Products {
  const queryCache = useQueryCache();
  const staff = useIsStaff();
  const url = '/api/products/admin';
  useEffect(() => {
    if (staff) queryCache.fetch(url);
  }, [queryCache, staff]);
  const adminProducts = staff ? queryCache.read(url) : undefined;
  return adminProducts?.is === 'ready' ? { is: 'ready', data: Object(adminProducts.data) } : products;
}
