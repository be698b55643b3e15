import { useRef } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { HarvestForm } from './harvest-form.tsx';
import './harvests-page.css';

type Props = {
  harvests: QueryState<ResponseOf<'GET /api/harvests/admin'>>;
  products: QueryState<ResponseOf<'GET /api/products/admin'>>;
};

export const headFor = (): Head => ({ title: 'Harvest' });

/** The harvest board, all in one screen. */
export function Page({ harvests, products }: Props) {
  const adding = useRef<HTMLHeadingElement>(null);
  return (
    <AdminPage title="Harvest">
      <p className="admin-lead">
        When you move a day, everyone who follows that harvest or reserved some of it gets an email.{' '}
        <a className="text-link" href={pagePaths.harvest} target="_blank" rel="noopener">
          See the harvest board
        </a>
      </p>
      <AsyncView
        state={harvests}
        loading="Loading the harvest..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) => (
          <>
            {data.length === 0 && <p>Nothing is on the board yet.</p>}
            <ul className="harvest-list">
              {data.map((harvest) => (
                <li key={harvest.id}>
                  <HarvestForm harvest={harvest} onRemoved={() => adding.current?.focus()} />
                </li>
              ))}
            </ul>
          </>
        )}
      </AsyncView>
      <h2 ref={adding} className="admin-section" tabIndex={-1}>
        Add a harvest
      </h2>
      <AsyncView
        state={products}
        loading="Loading products..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p>
              A harvest is of a product.{' '}
              <a className="text-link" href={pagePaths.productManagement}>
                Add a product first
              </a>
              .
            </p>
          ) : (
            <HarvestForm products={data} />
          )
        }
      </AsyncView>
    </AdminPage>
  );
}
