import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { OrderTable, OrderTableSkeleton } from '#web/ordering/order-table.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Pager } from '#web/ui/pager.tsx';

type Props = { orders: QueryState<ResponseOf<'GET /api/orders/admin'>> };

export const headFor = (): Head => ({ title: 'Order Management' });

export function Page({ orders }: Props) {
  return (
    <AdminPage title="Order Management">
      <h2>Manage Orders</h2>
      <p className="admin-lead">View and manage customer orders.</p>
      <AsyncView state={orders} loading="Loading orders..." skeleton={<OrderTableSkeleton />}>
        {({ data, pagination }) => (
          <>
            <h3>Order List</h3>
            {data.length === 0 ? (
              <p className="admin-empty">No orders found.</p>
            ) : (
              <OrderTable label="Order List" orders={data} />
            )}
            <Pager items="orders" count={data.length} action={pagePaths.orderManagement} pagination={pagination} />
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}
