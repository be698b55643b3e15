import type { ResponseOf } from '#contracts/endpoints.ts';
import { canBeChanged } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ChangeForm } from './change-form.tsx';

type Props = {
  order: QueryState<ResponseOf<'GET /api/orders/:id'>>;
  products: QueryState<ResponseOf<'GET /api/products'>>;
};

export const headFor = ({ order }: Props): Head => ({
  title: order.is === 'ready' ? `Change order ${order.data.data.id}` : 'Change order',
});

export function Page({ order, products }: Props) {
  const { id = '' } = useRouteLocation().params;
  const skeleton = <div className="skeleton admin-row-skeleton" />;
  return (
    <AdminPage title={`Change order ${id}`}>
      <p className="customer-trail">
        <a className="text-link" href={`/order/${id}`}>
          Back to the order
        </a>
      </p>
      <AsyncView state={order} loading="Loading order..." skeleton={skeleton}>
        {({ data }) =>
          canBeChanged(data) ? (
            <AsyncView state={products} loading="Loading products..." skeleton={skeleton}>
              {(catalog) => <ChangeForm key={`${data.id} ${data.version}`} order={data} products={catalog.data} />}
            </AsyncView>
          ) : (
            <TooLate order={data} />
          )
        }
      </AsyncView>
    </AdminPage>
  );
}

const TooLate = ({ order: { id, status } }: { order: Order }) => (
  <p className="admin-empty">
    Order {id} is {status} and can no longer be changed. <a href={pagePaths.order(id)}>See it</a>
  </p>
);
