// Everything that happened in a range of days, by day: what was earned and what was received. Each source is read in batches
// along an index, so that a month of any size fits in a small server's memory.
import type { BookType } from '#contracts/book-types.ts';
import { farmDay, startOfFarmDay } from '#contracts/dates.ts';
import { cents } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import { addDays, type DayRange } from '#contracts/sales-range.ts';
import type { Db } from '#server/database/schema.ts';
import * as store from './book-rows.store.ts';

export type BookRow = {
  day: string;
  type: BookType;
  order: number | null;
  invoice: number | null;
  customer: string;
  product: string;
  lot: string;
  pounds: number | null;
  price_cents: number | null;
  amount_cents: number;
  method: string;
  reference: string;
  note: string;
};

const BATCH = 500;
const blank = {
  ...{ order: null, invoice: null, customer: '', product: '', lot: '', pounds: null, price_cents: null },
  ...{ method: '', reference: '', note: '' },
} satisfies Partial<BookRow>;

/** By day, and within a day in the order of these sources. */
export function bookRows(db: Db, days: DayRange, limit = BATCH): AsyncGenerator<BookRow> {
  const source = { db, days, limit };
  return mergeByDay([
    sales(source),
    documents(source),
    salesTakenBack(source),
    cardPayments(source),
    entries(source),
    refunds(source),
  ]);
}

type Source = { db: Db; days: DayRange; limit: number };

async function* sales({ db, days, limit }: Source): AsyncGenerator<BookRow> {
  for await (const orders of batchesByTime({ days, limit }, (batch) => store.nextSales(db, batch))) {
    const linesOf = await loadLines(
      db,
      orders.map(({ id }) => id),
    );
    for (const { id, at, customer } of orders)
      for (const line of linesOf(id))
        yield { ...blank, ...toSold(line, 1), day: farmDay(at), type: 'sale', order: id, customer };
  }
}

async function* salesTakenBack({ db, days, limit }: Source): AsyncGenerator<BookRow> {
  for await (const events of batchesByTime({ days, limit }, (batch) => store.nextSalesTakenBack(db, batch))) {
    const linesOf = await loadLines(
      db,
      events.map(({ order_id }) => order_id),
    );
    for (const { at, status, order_id: order, customer, note } of events)
      for (const line of linesOf(order))
        yield {
          ...blank,
          ...toSold(line, -1),
          ...{ day: farmDay(at), type: 'sale taken back', order, customer },
          note: note || (status === 'cancelled' ? 'Canceled' : 'Refunded'),
        };
  }
}

type StoredLine = {
  text: string;
  /** Not in invoices of older versions, whose text names both. */
  product?: string;
  lot?: string | null;
  pounds: number | null;
  price_cents: number | null;
  amount_cents: number;
};

async function* documents({ db, days, limit }: Source): AsyncGenerator<BookRow> {
  for await (const batch of batchesByDay({ days, limit }, (each) => store.nextDocuments(db, each)))
    for (const { id, day, kind, credits, order_id: order, bill_to, lines } of batch) {
      const { name: customer }: { name: string } = JSON.parse(bill_to);
      const stored: StoredLine[] = JSON.parse(lines);
      for (const { text, product, lot, pounds, price_cents, amount_cents } of stored)
        yield kind === 'invoice'
          ? {
              ...{ ...blank, day, type: pounds === null ? 'charge' : 'sale', order, invoice: id, customer },
              ...{ product: product ?? text, lot: lot ?? '', pounds, price_cents, amount_cents },
            }
          : {
              ...{ ...blank, day, type: 'credit note', order, invoice: id, customer, amount_cents: -amount_cents },
              ...{ reference: `Invoice ${credits}`, note: text },
            };
    }
}

async function* cardPayments({ db, days, limit }: Source): AsyncGenerator<BookRow> {
  for await (const batch of batchesByTime({ days, limit }, (each) => store.nextCardPayments(db, each)))
    for (const { at, order_id: order, customer, amount_cents, payment_id } of batch)
      yield {
        ...{ ...blank, day: farmDay(at), type: 'payment', order, customer, amount_cents },
        ...{ method: 'card', reference: payment_id ?? '' },
      };
}

async function* entries({ db, days, limit }: Source): AsyncGenerator<BookRow> {
  for await (const batch of batchesByDay({ days, limit }, (each) => store.nextEntries(db, each)))
    for (const { id, day, kind, amount_cents, method, note, invoice_number, customer } of batch)
      yield {
        ...{ ...blank, day, type: kind === 'payment' ? 'payment' : 'payment taken back', customer },
        ...{ amount_cents: -amount_cents, invoice: invoice_number, method: method ?? '' },
        ...{ reference: `Ledger ${id}`, note },
      };
}

async function* refunds({ db, days, limit }: Source): AsyncGenerator<BookRow> {
  for await (const batch of batchesByTime({ days, limit }, (each) => store.nextRefunds(db, each)))
    for (const { at, order_id: order, customer, amount_cents, refund_id, reason } of batch)
      yield {
        ...{ ...blank, day: farmDay(at), type: 'refund', order, customer, amount_cents: -amount_cents },
        ...{ method: 'card', reference: refund_id ?? '', note: reason ?? '' },
      };
}

type Line = Awaited<ReturnType<typeof store.listLines>>[number];

const toSold = ({ name, lot, price_cents, pounds }: Line, sign: 1 | -1) => ({
  ...{ product: name, lot: lot ?? '', price_cents, pounds: sign * pounds },
  amount_cents: sign * lineAmount(cents(price_cents), pounds),
});

async function loadLines(db: Db, ids: number[]): Promise<(id: number) => Line[]> {
  const lines = Map.groupBy(await store.listLines(db, ids), ({ order_id }) => order_id);
  return (id) => lines.get(id) ?? [];
}

type Part = { days: DayRange; limit: number };

async function* batchesByTime<Row extends { at: string; id: number }>(
  { days, limit }: Part,
  next: (batch: store.Batch) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const times = { from: startOfFarmDay(days.from), to: startOfFarmDay(addDays(days.to, 1)) };
  for (let after = { at: times.from, id: 0 }; ; ) {
    const rows = await next({ ...times, after, limit });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < limit) return;
    after = last;
  }
}

async function* batchesByDay<Row extends { day: string; id: number }>(
  { days, limit }: Part,
  next: (batch: store.DayBatch) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = { day: '', id: 0 }; ; ) {
    const rows = await next({ ...days, after, limit });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < limit) return;
    after = last;
  }
}

async function* mergeByDay(sources: AsyncGenerator<BookRow>[]): AsyncGenerator<BookRow> {
  const heads = await Promise.all(sources.map((source) => source.next()));
  for (;;) {
    let first = -1;
    let row: BookRow | undefined;
    for (const [index, { done, value }] of heads.entries())
      if (!done && (!row || value.day < row.day)) [first, row] = [index, value];
    const source = sources[first];
    if (!row || !source) return;
    yield row;
    heads[first] = await source.next();
  }
}
