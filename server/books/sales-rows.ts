// What was earned, on its own day: sales, changes of orders, credit notes, and sales that were taken back.
import type { BookType } from '#contracts/book-types.ts';
import { cents } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import { lotsOf } from '#server/orders/order-lots.store.ts';
import { DEPOSIT } from '#server/reservations/reservations.store.ts';
import { type BookRow, batchesByDay, batchesByTime, blank, type DatedSource, type TimedSource } from './book-row.ts';
import * as store from './book-rows.store.ts';

/** The lines as they were placed: those of now, less what was changed later. */
export async function* sales({ db, ...part }: TimedSource): AsyncGenerator<BookRow> {
  for await (const orders of batchesByTime(part, (batch) => store.nextSales(db, batch))) {
    const ids = orders.map(({ id }) => id);
    const [lines, changes, invoices, deposits] = await Promise.all([
      store.listLines(db, ids),
      store.listAdjustments(db, ids, 'pounds'),
      store.listInvoices(db, ids),
      store.listDeposits(db, ids),
    ]);
    const [linesOf, changesOf, depositsOf] = [byOrder(lines), byOrder(changes), byOrder(deposits)];
    const invoiceOf = new Map(invoices.map(({ order_id, number }) => [order_id, number]));
    for (const { id, day, customer } of orders) {
      const row = { ...blank, day, order: id, customer };
      for (const line of placedLines(linesOf(id), changesOf(id)))
        yield { ...row, type: 'sale', invoice: invoiceOf.get(id) ?? null, ...line };
      for (const { deposit_cents } of depositsOf(id))
        yield { ...row, type: 'charge', amount_cents: deposit_cents, note: DEPOSIT };
    }
  }
}

const types: Record<'pounds' | 'charge' | 'discount' | 'refund', BookType> = {
  pounds: 'pounds changed',
  charge: 'charge',
  discount: 'discount',
  refund: 'sale taken back',
};

export async function* adjustments({ db, ...part }: DatedSource): AsyncGenerator<BookRow> {
  for await (const batch of batchesByDay(part, (each) => store.nextAdjustments(db, each))) {
    const lotsOfLine = await lotsOf(
      db,
      batch.map(({ order_id }) => order_id),
    );
    for (const { day, order_id: order, customer, kind, text, product, pounds, amount_cents, ...row } of batch) {
      // Which of the line's lots a change was about is in the stock ledger.
      const lot = lotsOfLine({ order_id: order, ...row })
        .map(({ number }) => number)
        .join(', ');
      yield {
        ...{ ...blank, day, type: types[kind], order, customer, product: product ?? '', lot },
        // A deposit counts the pounds that were reserved; in the books, they are those of the line.
        ...{ pounds: pounds === 0 || kind === 'discount' ? null : pounds, amount_cents, note: text },
        price_cents: kind === 'pounds' ? Math.round(amount_cents / pounds) : null,
      };
    }
  }
}

export async function* creditNotes({ db, ...part }: DatedSource): AsyncGenerator<BookRow> {
  for await (const batch of batchesByDay(part, (each) => store.nextCreditNotes(db, each)))
    for (const { id, day, credits, order_id: order, bill_to, lines, amount_cents } of batch) {
      const { name: customer }: { name: string } = JSON.parse(bill_to);
      const [reason]: { text: string }[] = JSON.parse(lines);
      yield {
        ...{ ...blank, day, type: 'credit note', order, invoice: id, customer, amount_cents: -amount_cents },
        ...{ reference: `Invoice ${credits}`, note: reason?.text ?? '' },
      };
    }
}

/** What an order was still worth when it was canceled or refunded. */
export async function* salesTakenBack({ db, ...part }: TimedSource): AsyncGenerator<BookRow> {
  for await (const events of batchesByTime(part, (batch) => store.nextEnds(db, batch))) {
    const ids = events.map(({ order_id }) => order_id);
    const [allLines, refunds, credited] = await Promise.all([
      store.listLines(db, ids),
      store.listAdjustments(db, ids, 'refund'),
      store.listCredited(db, ids),
    ]);
    const [linesOf, refundsOf] = [byOrder(allLines), byOrder(refunds)];
    const creditedOf = new Map(credited.map(({ order_id, amount_cents }) => [order_id, Number(amount_cents)]));
    for (const { day, status, order_id: order, customer, note, ...worth } of events) {
      const row = { ...blank, day, type: 'sale taken back', order, customer } as const;
      const text = note || (status === 'cancelled' ? 'Canceled' : 'Refunded');
      const lines = linesOf(order).map((line) => leftOf(line, refundsOf(order)));
      for (const line of lines) if (line.pounds !== 0 || line.amount_cents !== 0) yield { ...row, ...line, note: text };
      const total = (creditedOf.get(order) ?? 0) + worth.refunded_cents - worth.amount_cents;
      const rest = lines.reduce((sum, { amount_cents }) => sum - amount_cents, total);
      if (rest !== 0) yield { ...row, amount_cents: rest, note: `${text}: charges, discounts and earlier credits` };
    }
  }
}

type Line = Awaited<ReturnType<typeof store.listLines>>[number];
type Adjustment = Awaited<ReturnType<typeof store.listAdjustments>>[number];
type SoldLine = Pick<BookRow, 'product' | 'lot' | 'price_cents' | 'amount_cents'> & { pounds: number };

function placedLines(lines: Line[], changes: Adjustment[]): SoldLine[] {
  const removed = changes.filter(({ product_id }) => !lines.some((line) => line.product_id === product_id));
  const names = new Map(removed.map(({ product_id, name }) => [product_id, name ?? '']));
  return [
    ...lines.map((line) => toSold(line, changes)),
    ...[...names].map(([product_id, product]) => {
      const own = changes.filter((change) => change.product_id === product_id);
      const [pounds, amount_cents] = [-sumOf(own, 'pounds'), -sumOf(own, 'amount_cents')];
      return { product, lot: '', price_cents: Math.round(amount_cents / pounds), pounds, amount_cents };
    }),
  ].filter(({ pounds }) => pounds > 0);
}

function toSold({ product_id, name, lot, price_cents, pounds }: Line, changes: Adjustment[]): SoldLine {
  const own = changes.filter((change) => change.product_id === product_id);
  return {
    ...{ product: name, lot, price_cents, pounds: pounds - sumOf(own, 'pounds') },
    amount_cents: lineAmount(cents(price_cents), pounds) - sumOf(own, 'amount_cents'),
  };
}

/** Below zero. What was refunded of it in part was taken back on its own day. */
function leftOf({ product_id, name, lot, price_cents, pounds }: Line, refunds: Adjustment[]): SoldLine {
  const own = refunds.filter((refund) => refund.product_id === product_id);
  return {
    ...{ product: name, lot, price_cents, pounds: -pounds - sumOf(own, 'pounds') },
    amount_cents: -lineAmount(cents(price_cents), pounds) - sumOf(own, 'amount_cents'),
  };
}

const sumOf = (adjustments: Adjustment[], column: 'pounds' | 'amount_cents'): number =>
  adjustments.reduce((sum, each) => sum + each[column], 0);

function byOrder<Row extends { order_id: number }>(rows: Row[]): (id: number) => Row[] {
  const groups = Map.groupBy(rows, ({ order_id }) => order_id);
  return (id) => groups.get(id) ?? [];
}
