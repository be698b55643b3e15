import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { DeskForm } from './desk-form.tsx';

type Props = {
  customer: QueryState<ResponseOf<'GET /api/customers/:id'>>;
  terms: QueryState<ResponseOf<'GET /api/customers/:id/terms'>>;
  products: QueryState<ResponseOf<'GET /api/products'>>;
};

export const headFor = (): Head => ({ title: 'New order' });

export function Page({ customer, terms, products }: Props) {
  const skeleton = <div className="skeleton admin-row-skeleton" />;
  return (
    <AdminPage title="New order">
      <p className="customer-trail">
        <a className="text-link" href={pagePaths.newOrder}>
          Choose another customer
        </a>
      </p>
      <AsyncView state={customer} loading="Loading customer..." skeleton={skeleton}>
        {({ data: buyer }) => (
          <AsyncView state={terms} loading="Loading terms..." skeleton={skeleton}>
            {({ data: agreed }) => (
              <AsyncView state={products} loading="Loading products..." skeleton={skeleton}>
                {({ data }) => <DeskForm key={buyer.id} customer={buyer} terms={agreed} products={data} />}
              </AsyncView>
            )}
          </AsyncView>
        )}
      </AsyncView>
    </AdminPage>
  );
}
