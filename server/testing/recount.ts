// Counts what each day earned from every order, one by one. It shares no SQL with the reports and the books, which sum days.
import { farmDay } from '#contracts/dates.ts';
import { isSold } from '#contracts/ordering-rules.ts';
import { sumOf, toTotals } from '#server/books/book-totals.ts';
import { sumDay } from '#server/books/day-sums.store.ts';
import { findWrongDays } from '#server/books/day-totals.ts';
import type { Db } from '#server/database/schema.ts';
import { timesOf } from '#server/farm-days.ts';

type Sum = { pounds: number; amount_cents: number };
export type Earned = Sum & { orders: number; products: Record<string, Sum> };

export async function recount(db: Db): Promise<Map<string, Earned>> {
  const [orders, lines, adjustments, events, notes, reservations] = await Promise.all([
    db.selectFrom('orders').selectAll().orderBy('id').execute(),
    db.selectFrom('order_lines').selectAll().execute(),
    db.selectFrom('order_adjustments').selectAll().execute(),
    db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    db.selectFrom('invoices').selectAll().where('lowers_sales', '=', 1).execute(),
    db.selectFrom('reservations').select('order_id').execute(),
  ]);
  const reserved = new Set(reservations.map(({ order_id }) => order_id));
  const days = new Map<string, Earned>();
  const add = (day: string, more: Partial<Earned>, product_id: number | null = null) => {
    const { pounds = 0, amount_cents = 0, orders: count = 0 } = more;
    const earned = days.get(day) ?? { orders: 0, pounds: 0, amount_cents: 0, products: {} };
    days.set(day, earned);
    earned.orders += count;
    if (product_id === null) {
      earned.pounds += pounds;
      earned.amount_cents += amount_cents;
      return;
    }
    const own = earned.products[product_id] ?? { pounds: 0, amount_cents: 0 };
    earned.products[product_id] = { pounds: own.pounds + pounds, amount_cents: own.amount_cents + amount_cents };
  };
  const total = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const [linesOf, changesOf, eventsOf, notesOf] = [lines, adjustments, events, notes].map((rows) =>
    Map.groupBy<number, { order_id: number }>(rows, ({ order_id }) => order_id),
  ) as [
    Map<number, typeof lines>,
    Map<number, typeof adjustments>,
    Map<number, typeof events>,
    Map<number, typeof notes>,
  ];
  for (const order of orders) {
    const { id, status, on_terms, created_at, amount_cents, refunded_cents } = order;
    const own = linesOf.get(id) ?? [];
    const changes = changesOf.get(id) ?? [];
    const end = endOf(eventsOf.get(id) ?? [], on_terms === 1);
    const isOrSold = end !== undefined || isSold(status, on_terms === 1);
    for (const { day, kind, product_id, pounds, amount_cents: amount } of changes) {
      const moved = { pounds: kind === 'discount' ? 0 : pounds, amount_cents: amount };
      add(day, moved);
      if (product_id !== null) add(day, moved, product_id);
    }
    if (!isOrSold) continue;
    const refunds = changes.filter(({ kind }) => kind === 'refund');
    const later = changes.filter(({ kind }) => kind !== 'refund');
    const ofPounds = changes.filter(({ kind }) => kind === 'pounds');
    const placed = farmDay(created_at);
    const products = new Set([...own, ...ofPounds].flatMap(({ product_id }) => product_id ?? []));
    // In some tests an order has a price without hops.
    const holds = own.length + later.length > 0 || reserved.has(id);
    const price = holds ? amount_cents - total(later, (each) => each.amount_cents) : 0;
    add(placed, { orders: 1, amount_cents: price });
    for (const product of products) {
      const now = own.filter(({ product_id }) => product_id === product);
      const moves = ofPounds.filter(({ product_id }) => product_id === product);
      const pounds = total(now, (line) => line.pounds) - total(moves, (move) => move.pounds);
      const worth = total(now, (line) => line.price_cents * line.pounds) - total(moves, (move) => move.amount_cents);
      if (pounds <= 0) continue;
      add(placed, { pounds });
      add(placed, { pounds, amount_cents: worth }, product);
    }
    if (end === undefined) continue;
    const ended = farmDay(end);
    const credited = total(notesOf.get(id) ?? [], (note) => note.amount_cents);
    add(ended, { orders: -1, amount_cents: credited + refunded_cents - amount_cents });
    for (const { product_id, pounds, price_cents } of own) {
      const back = refunds.filter((refund) => refund.product_id === product_id);
      const left = pounds + total(back, (refund) => refund.pounds);
      const worth = price_cents * pounds + total(back, (refund) => refund.amount_cents);
      add(ended, { pounds: -left });
      add(ended, { pounds: -left, amount_cents: -worth }, product_id);
    }
  }
  for (const { issued_on, amount_cents } of notes) add(issued_on, { amount_cents: -amount_cents });
  return days;
}

/** When a sale was canceled or refunded first. */
function endOf(events: { status: string; at: string }[], onTerms: boolean): string | undefined {
  const sold = onTerms ? 0 : events.findIndex(({ status }) => status === 'paid');
  return sold < 0
    ? undefined
    : events.slice(sold).find(({ status }) => status === 'cancelled' || status === 'refunded')?.at;
}

/** Describes each day that the books sum differently, or have stored differently. */
export async function findWrongReports(db: Db): Promise<string[]> {
  const counted = await recount(db);
  const wrong = await findWrongDays(db);
  for (const [day, expected] of counted) {
    const { types, orders, products } = toTotals(await sumDay(db, day, timesOf({ from: day, to: day })));
    const summed = { ...sumOf(types, 'sales'), orders, products };
    if (text(summed) !== text(expected)) wrong.push(`${day}: counted ${text(expected)}, summed ${text(summed)}`);
  }
  return wrong;
}

/** Without products that nothing happened to in the end. */
const text = ({ orders, pounds, amount_cents, products }: Earned): string =>
  JSON.stringify([
    orders,
    pounds,
    amount_cents,
    Object.entries(products).filter(([, sum]) => sum.pounds || sum.amount_cents),
  ]);
