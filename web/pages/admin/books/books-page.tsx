import { formatMonth, monthOf } from '#contracts/book-types.ts';
import type { Books } from '#contracts/books.ts';
import { farmDay, formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { signedDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { currentUser } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { BooksFiles } from './books-files.tsx';
import { BooksNav } from './books-nav.tsx';
import { CloseMonth } from './close-month.tsx';
import { MonthForm } from './month-form.tsx';

type Props = { books: QueryState<ResponseOf<'GET /api/books'>> };

export const headFor = (): Head => ({ title: 'Books' });

export function Page({ books }: Props) {
  return (
    <AdminPage title="Books">
      <BooksNav current={pagePaths.books} />
      <AsyncView state={books} loading="Loading books..." skeleton={<div className="skeleton sales-skeleton" />}>
        {({ data }) => (
          <>
            <MonthForm
              action={pagePaths.books}
              month={data.month}
              first={data.first_month}
              last={monthOf(farmDay(new Date().toISOString()))}
              describe={(month) => formatMonth(month) + (data.closed_months.includes(month) ? ', closed' : '')}
            />
            <h2 className="admin-section">{formatMonth(data.month)}</h2>
            <p>{describeState(data)}</p>
            <Totals books={data} />
            <BooksFiles books={data} />
            {data.state === 'over' && currentUser().staff_role === 'owner' && (
              <CloseMonth key={data.month} books={data} />
            )}
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function describeState({ state, closed }: Books): string {
  switch (state) {
    case 'running':
      return 'This month is not over yet. Its numbers change with every order.';
    case 'over':
      return 'Open. A payment can still be dated into it. Close it once your accountant has it.';
    case 'closing':
      return 'Being closed. Its files are written in a moment.';
    case 'closed':
      return `Closed by ${closed?.who ?? 'a command'}${closed ? ` on ${formatShortDateTime(closed.at)}` : ''}. It never changes.`;
  }
}

function Totals({ books: { totals, sales, money } }: { books: Books }) {
  if (totals.length === 0) return <p className="admin-empty">Nothing happened in this month.</p>;
  return (
    <table className="admin-table stats-table books-totals">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" className="admin-number">
            Lines
          </th>
          <th scope="col" className="admin-number">
            Pounds
          </th>
          <th scope="col" className="admin-number">
            Amount
          </th>
        </tr>
      </thead>
      <Side totals={totals.filter(({ side }) => side === 'sales')} label="All sales" sum={sales} />
      <Side totals={totals.filter(({ side }) => side === 'money')} label="All money received" sum={money} />
      <Rows totals={totals.filter(({ side }) => side === 'fees')} />
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Change of what customers owe
          </th>
          <td className="admin-number">{signedDollars((Math.round(sales * 100) - Math.round(money * 100)) / 100)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Side({ totals, label, sum }: { totals: Books['totals']; label: string; sum: number }) {
  return (
    <>
      <Rows totals={totals} />
      <tbody>
        <tr className="books-sum">
          <th scope="row" colSpan={3}>
            {label}
          </th>
          <td className="admin-number">{signedDollars(sum)}</td>
        </tr>
      </tbody>
    </>
  );
}

function Rows({ totals }: { totals: Books['totals'] }) {
  if (totals.length === 0) return null;
  return (
    <tbody>
      {totals.map(({ type, rows, pounds, amount }) => (
        <tr key={type}>
          <th scope="row">{names[type]}</th>
          <td className="admin-number">{rows.toLocaleString('en-US')}</td>
          <td className="admin-number">{pounds === 0 ? '' : pounds.toLocaleString('en-US')}</td>
          <td className="admin-number">{signedDollars(amount)}</td>
        </tr>
      ))}
    </tbody>
  );
}

const names: Record<Books['totals'][number]['type'], string> = {
  sale: 'Sales',
  'pounds changed': 'Pounds changed',
  charge: 'Freight and other charges',
  discount: 'Discounts',
  'credit note': 'Credit notes',
  'sale taken back': 'Sales taken back',
  payment: 'Payments',
  'payment taken back': 'Payments taken back',
  refund: 'Refunds to cards',
  'card fee': 'Card fees',
};
