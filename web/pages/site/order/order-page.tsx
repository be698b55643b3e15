import { useEffect } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { Logo } from '#web/layout/logo.tsx';
import { OrderAgain } from '#web/ordering/order-again.tsx';
import { Receipt } from '#web/ordering/receipt.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { isLoggedIn } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import '#web/ordering/status-pill.css';
import '#web/ordering/receipt.css';

type Props = { order: QueryState<ResponseOf<'GET /api/orders/:id'>> };

export const headFor = ({ order }: Props, { brand }: PublicFarm): Head => ({
  title: order.is === 'ready' ? `Order ${order.data.data.id}` : isMissing(order) ? 'Not found' : 'Order',
  description: `An order at ${brand}.`,
});

/** The buyer's view. Staff see the order in the back office. */
export function Page({ order }: Props) {
  return (
    <div className="order-page">
      {order.is === 'loading' || isMissing(order) ? (
        <Unopened missing={isMissing(order)} />
      ) : (
        <AsyncView state={order} loading="Opening..." skeleton={undefined} inset>
          {({ data }) => <BuyersReceipt order={data} />}
        </AsyncView>
      )}
    </div>
  );
}

const isMissing = (order: Props['order']): boolean => order.is === 'failed' && order.status === 404;

/** All that the server shows of a link without its key, and what a stranger sees in the end. */
function Unopened({ missing }: { missing: boolean }) {
  const { id = '' } = useRouteLocation().params;
  return (
    <div className="not-found order-unopened wrap">
      <Logo />
      <h1>{missing ? NOT_FOUND : `Order ${id}`}</h1>
      <div role="status">
        <p>{missing ? 'Open it with the link from its email, or log in.' : 'Opening...'}</p>
        {!missing && (
          <noscript>
            <p>{NOT_FOUND}</p>
          </noscript>
        )}
      </div>
      <div className="not-found-links">
        <a className="text-link" href={`${pagePaths.login}?from=${pagePaths.order(Number(id))}`}>
          Log in
        </a>
        {missing && (
          <>
            <a className="text-link" href={pagePaths.home}>
              Home
            </a>
            <a className="text-link" href={pagePaths.products}>
              Our Products
            </a>
          </>
        )}
      </div>
    </div>
  );
}

const NOT_FOUND = '404 - Not Found';

function BuyersReceipt({ order }: { order: Order }) {
  useOwnDetails(order);
  return <Receipt order={order} action={order.lines.length > 0 && <OrderAgain lines={order.lines} />} />;
}

/** The server renders the page of a link without contact data. The order's own account may see them. */
function useOwnDetails({ id, name }: Order): void {
  const queryCache = useQueryCache();
  // Once: without the rights, the response stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name may stay null
  useEffect(() => {
    if (name === null && isLoggedIn()) queryCache.refetch(`/api/orders/${id}`);
  }, [id]);
}
