import { monthOf } from '#contracts/book-types.ts';
import { farmDay, formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { StockMove } from '#contracts/stock.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { capitalize } from '#web/ordering/status-pill.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { tableRoles } from '#web/ui/table-roles.ts';
import { BooksNav } from './books-nav.tsx';
import { StockEntry } from './stock-entry.tsx';
import { StockFilter } from './stock-filter.tsx';
import { TableHead } from './table-head.tsx';

type Products = ResponseOf<'GET /api/products/admin'>['data'];
type Props = {
  moves: QueryState<ResponseOf<'GET /api/stock-moves'>>;
  products: QueryState<ResponseOf<'GET /api/products/admin'>>;
};

export const headFor = (): Head => ({ title: 'Stock ledger' });

export function Page({ moves, products }: Props) {
  const list: Products = products.is === 'ready' ? products.data.data : [];
  const today = monthOf(farmDay(new Date().toISOString()));
  return (
    <AdminPage title="Books">
      <BooksNav current={pagePaths.stockLedger} />
      <h2 className="admin-section">Stock ledger</h2>
      <StockEntry products={list} />
      <StockFilter
        products={list}
        months={{ first: moves.is === 'ready' ? moves.data.first_month : today, last: today }}
      />
      <AsyncView state={moves} loading="Loading moves..." skeleton={<div className="skeleton sales-skeleton" />}>
        {({ data, more }) =>
          data.length === 0 ? (
            <p className="admin-empty">No pounds came or went.</p>
          ) : (
            <>
              <MoveTable moves={data} />
              <Pager oldest={more ? data.at(-1)?.id : undefined} />
            </>
          )
        }
      </AsyncView>
    </AdminPage>
  );
}

function MoveTable({ moves }: { moves: StockMove[] }) {
  const { table, rowGroup } = tableRoles;
  return (
    <table className="admin-table stats-table stacked-table books-table stock-moves" {...table}>
      <TableHead texts={['When', 'Product', 'Why']} numbers={['Pounds', 'In stock after']} />
      <tbody {...rowGroup}>
        {moves.map((move) => (
          <MoveRow key={move.id} move={move} />
        ))}
      </tbody>
    </table>
  );
}

function MoveRow({ move: { at, product, lot, reason, pounds, stock, who, order_id, note } }: { move: StockMove }) {
  const { row, cell } = tableRoles;
  return (
    <tr {...row}>
      <td {...cell}>{formatShortDateTime(at)}</td>
      <td {...cell}>
        {product}
        {lot && (
          <span className="admin-faint">
            , lot <span className="unbroken">{lot}</span>
          </span>
        )}
      </td>
      <td {...cell}>
        {names[reason] ?? capitalize(reason)}
        {order_id !== null && (
          <>
            {', '}
            <a className="text-link" href={pagePaths.order(order_id)}>
              order {order_id}
            </a>
          </>
        )}
        {(note || who) && <span className="admin-faint"> {[note, who].filter(Boolean).join(', ')}</span>}
      </td>
      <td className="admin-number" data-label="Pounds" {...cell}>
        {pounds > 0 && '+'}
        {pounds.toLocaleString('en-US')}
      </td>
      <td className="admin-number" data-label="In stock after" {...cell}>
        {stock.toLocaleString('en-US')}
      </td>
    </tr>
  );
}

/** Where the stored word is not what staff would say. */
const names: Partial<Record<StockMove['reason'], string>> = {
  opening: 'First stock',
  release: 'Back from an order',
  refund: 'Back from a refund',
  move: 'Moved between lots',
};

function Pager({ oldest }: { oldest: number | undefined }) {
  const { searchParams } = useRouteLocation();
  const hasNewer = searchParams.has('before');
  if (oldest === undefined && !hasNewer) return undefined;
  const linkTo = (before?: number) => {
    const query = new URLSearchParams(searchParams);
    query.delete('before');
    if (before) query.set('before', String(before));
    return `${pagePaths.stockLedger}?${query}`;
  };
  return (
    <nav className="pager" aria-label="Pages">
      {hasNewer && (
        <a className="button" href={linkTo()}>
          Newest
        </a>
      )}
      {oldest !== undefined && (
        <a className="button" href={linkTo(oldest)}>
          Older
        </a>
      )}
    </nav>
  );
}
