import type { Aging, Debtor } from '#contracts/books.ts';
import { formatShortDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { tableRoles } from '#web/ui/table-roles.ts';
import { BooksNav } from './books-nav.tsx';
import { TableHead } from './table-head.tsx';

type Receivables = ResponseOf<'GET /api/books/receivables'>;

export const headFor = (): Head => ({ title: 'Receivables' });

export function Page({ receivables }: { receivables: QueryState<Receivables> }) {
  return (
    <AdminPage title="Books">
      <BooksNav current={pagePaths.receivables} />
      <h2 className="admin-section">Receivables by age</h2>
      <AsyncView
        state={receivables}
        loading="Loading receivables..."
        skeleton={<div className="skeleton sales-skeleton" />}
      >
        {(data) => <Ready receivables={data} />}
      </AsyncView>
    </AdminPage>
  );
}

function Ready({ receivables: { data, total, day, more } }: { receivables: Receivables }) {
  const isFirst = !useRouteLocation().searchParams.has('after');
  if (total.total === 0) return <p className="admin-empty">Nobody owes you money.</p>;
  return (
    <>
      <p>What customers owe on {formatShortDay(day)}, by the days since it was due. The largest amounts come first.</p>
      <table className="admin-table stats-table stacked-table books-table books-aging" {...tableRoles.table}>
        <TableHead texts={['Customer']} numbers={columns.map(({ label }) => label)} />
        <tbody {...tableRoles.rowGroup}>
          {data.map((debtor) => (
            <Row key={debtor.id} debtor={debtor} />
          ))}
          <tr className="books-sum" {...tableRoles.row}>
            <th scope="row" {...tableRoles.rowHeader}>
              {isFirst && !more ? 'All' : 'All customers'}
            </th>
            <Amounts aging={total} />
          </tr>
        </tbody>
      </table>
      {(more || !isFirst) && (
        <nav className="pager" aria-label="Pages">
          {!isFirst && (
            <a className="button" href={pagePaths.receivables}>
              Largest
            </a>
          )}
          {more && (
            <a className="button" href={`${pagePaths.receivables}?after=${data.at(-1)?.id}`}>
              Next
            </a>
          )}
        </nav>
      )}
      <button className="button books-print" type="button" onClick={() => print()}>
        Print
      </button>
    </>
  );
}

function Row({ debtor }: { debtor: Debtor }) {
  const { id, name, company } = debtor;
  return (
    <tr {...tableRoles.row}>
      <th scope="row" {...tableRoles.rowHeader}>
        <a className="text-link" href={pagePaths.customer(id)}>
          {company || name}
        </a>
      </th>
      <Amounts aging={debtor} />
    </tr>
  );
}

function Amounts({ aging }: { aging: Aging }) {
  return columns.map(({ label, key }) => (
    <td
      key={key}
      className={`admin-number${aging[key] === 0 ? ' books-none' : ''}`}
      data-label={label}
      {...tableRoles.cell}
    >
      {aging[key] === 0 ? '–' : `$${formatDollars(aging[key])}`}
    </td>
  ));
}

const columns: { key: keyof Aging; label: string }[] = [
  { key: 'not_due', label: 'Not due' },
  { key: 'days_1_30', label: '1–30 days' },
  { key: 'days_31_60', label: '31–60 days' },
  { key: 'days_61_90', label: '61–90 days' },
  { key: 'over_90', label: 'Over 90 days' },
  { key: 'total', label: 'Total' },
];
