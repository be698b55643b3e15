// The rows of an order. Each status change is a guarded update: if two run at once, the second changes nothing.
import { type Selectable, sql } from 'kysely';
import { type Cents, cents } from '#contracts/money.ts';
import type { PriceTier } from '#contracts/price-tiers.ts';
import { preparedQuery, preparedWrite } from '#server/database/prepared-queries.ts';
import type { Db, StoredStatus, Tables } from '#server/database/schema.ts';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { publicStatus } from './order-list.store.ts';

export const columns = [
  'id',
  'view_key',
  'status',
  'payment_id',
  'name',
  'email',
  'address',
  'phone',
  'location_option',
  'pounds',
  'amount_cents',
  'refunded_cents',
  'version',
  'on_terms',
  'pay_first',
  'po_number',
  'customer_id',
  'failure',
  'failure_status',
  'created_at',
] as const;

export type OrderRow = Selectable<Pick<Tables['orders'], (typeof columns)[number]>>;

type Terms = { on_terms: number; pay_first: number; po_number: string | null; customer_id: number | null };

/** What an order has only later. */
type Later = 'id' | 'status' | 'payment_id' | 'failure' | 'failure_status' | 'refunded_cents' | 'version';

export type NewOrder = Omit<OrderRow, Later | keyof Terms> & {
  checkout_key: string;
  account_id: number | null;
  /** For an order that is paid by invoice. */
  terms?: OrderTerms;
};

export type OrderTerms = {
  customer_id: number;
  po_number: string | null;
  /** It is bagged only when its invoice is paid. */
  payFirst?: boolean;
};

const insertPending = preparedQuery((db, order: Omit<NewOrder, 'terms'> & Terms) =>
  db
    .insertInto('orders')
    .values({ ...order, status: 'pending' })
    .onConflict((conflict) => conflict.column('checkout_key').doNothing())
    .returning('id'),
);

/** Undefined if this checkout already has an order. */
export async function insertOrder(tx: Db, { terms, ...order }: NewOrder): Promise<number | undefined> {
  const { customer_id = null, po_number = null, payFirst = false } = terms ?? {};
  const row = { ...order, on_terms: terms ? 1 : 0, pay_first: payFirst ? 1 : 0, customer_id, po_number };
  const [inserted] = await insertPending(tx, row);
  if (!inserted) return undefined;
  const { id } = inserted;
  await searchTerms.indexOrder(tx, { ...order, id, status: 'pending', payment_id: null });
  return id;
}

const selectByCheckoutKey = preparedQuery((db, { checkout_key }: { checkout_key: string }) =>
  db.selectFrom('orders').select(columns).where('checkout_key', '=', checkout_key),
);

export async function findByCheckoutKey(db: Db, checkout_key: string): Promise<OrderRow | undefined> {
  return (await selectByCheckoutKey(db, { checkout_key }))[0];
}

const selectById = preparedQuery((db, { id }: { id: number }) =>
  db.selectFrom('orders').select(columns).where('id', '=', id),
);

export async function find(db: Db, id: number): Promise<OrderRow | undefined> {
  return (await selectById(db, { id }))[0];
}

/** Locks the order until the commit, so that what is decided about it stays true. */
export function lock(tx: Db, id: number): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ status: sql`status` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export function findByPaymentId(db: Db, payment_id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').select(columns).where('payment_id', '=', payment_id).executeTakeFirst();
}

const selectProducts = preparedQuery((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('products')
    .leftJoin('price_tiers', 'price_tiers.product_id', 'products.id')
    .select(['products.id', 'name', 'products.price_cents', 'stock'])
    .select(['price_tiers.from_pounds', 'price_tiers.price_cents as tier_cents'])
    .where('products.id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('products.id')
    .orderBy('from_pounds'),
);

export function findLot(db: Db, { id, product_id }: { id: number; product_id: number }) {
  return db
    .selectFrom('lots')
    .select(['number', 'stock'])
    .where('id', '=', id)
    .where('product_id', '=', product_id)
    .executeTakeFirst();
}

type OfferedProduct = { id: number; name: string; stock: number; price: Cents; tiers: PriceTier<Cents>[] };

/** Sorted by id. Price and tiers are read in one statement, so that they are of one version. */
export async function findProducts(db: Db, input: { ids: number[] }): Promise<OfferedProduct[]> {
  const products = new Map<number, OfferedProduct>();
  for (const { id, name, stock, price_cents, from_pounds, tier_cents } of await selectProducts(db, input)) {
    const product = products.get(id) ?? { id, name, stock, price: cents(price_cents), tiers: [] };
    products.set(id, product);
    if (from_pounds !== null && tier_cents !== null)
      product.tiers.push({ from: from_pounds, price: cents(tier_cents) });
  }
  return [...products.values()];
}

/** Their lots are written when their stock is held. */
export const insertLines = preparedWrite((db, { lines }: { lines: Tables['order_lines'][] }) =>
  db.insertInto('order_lines').values(lines),
);

/** A row per lot. */
const selectLines = preparedQuery((db, { order_ids }: { order_ids: number[] }) =>
  db
    .selectFrom('order_lines as line')
    .leftJoin('order_line_lots as part', (join) =>
      join.onRef('part.order_id', '=', 'line.order_id').onRef('part.product_id', '=', 'line.product_id'),
    )
    .leftJoin('lots', 'lots.id', 'part.lot_id')
    .select(['line.order_id', 'line.product_id', 'line.name', 'line.price_cents', 'line.pounds'])
    .select(['lots.id as lot_id', 'lots.number', 'lots.certificate', 'part.pounds as lot_pounds'])
    .where('line.order_id', 'in', order_ids)
    .orderBy('line.product_id')
    .orderBy('lots.id'),
);

type LineLot = { id: number; number: string; certificate: string | null; pounds: number };
type Line = { product_id: number; name: string; price_cents: number; pounds: number; lots: LineLot[] };

/** By product, each with its lots, oldest lot first. */
export async function listLines(db: Db, order_id: number): Promise<Line[]> {
  return (await listLinesOf(db, [order_id])).get(order_id) ?? [];
}

/** The lines of several orders. */
export async function listLinesOf(db: Db, order_ids: number[]): Promise<Map<number, Line[]>> {
  const rows = Map.groupBy(await selectLines(db, { order_ids }), ({ order_id }) => order_id);
  return new Map([...rows].map(([order_id, own]) => [order_id, toLines(own)]));
}

function toLines(rows: Awaited<ReturnType<typeof selectLines>>): Line[] {
  const lines = new Map<number, Line>();
  for (const { order_id: _, lot_id, number, certificate, lot_pounds, ...row } of rows) {
    const line = lines.get(row.product_id) ?? { ...row, lots: [] };
    lines.set(row.product_id, line);
    if (lot_id !== null && number !== null && lot_pounds !== null)
      line.lots.push({ id: lot_id, number, certificate, pounds: lot_pounds });
  }
  return [...lines.values()];
}

/** What was refunded of each line, and the pounds of it that went back to stock. Without a product: of no certain line. */
export async function listReturned(db: Db, order_id: number) {
  const rows = await db
    .selectFrom('order_adjustments')
    .select(['product_id', 'pounds', 'amount_cents'])
    .where('order_id', '=', order_id)
    .where('kind', '=', 'refund')
    .execute();
  return rows.map(({ product_id, pounds, amount_cents }) => ({
    product_id,
    pounds: -pounds,
    amount_cents: -amount_cents,
  }));
}

type Event = { order_id: number; status: StoredStatus; at: string; account_id?: number | null; note?: string | null };

export const insertEvent = preparedWrite((db, event: Event) => db.insertInto('order_events').values(event));

type Transition = {
  id: number;
  from: readonly StoredStatus[];
  to: StoredStatus;
  set?: Partial<Pick<Tables['orders'], 'payment_id' | 'card' | 'failure' | 'failure_status'>>;
};

type TransitionedOrder = OrderRow & { was: StoredStatus };
type StatusUpdate = { id: number; was: StoredStatus; is: NonNullable<Transition['set']> & { status: StoredStatus } };

const updateStatus = preparedQuery((db, { id, was, is }: StatusUpdate) =>
  db.updateTable('orders').set(is).where('id', '=', id).where('status', '=', was).returning(columns),
);

/** Moves the order and updates its search terms. Undefined if its status is not one of `from`. */
export async function transition(tx: Db, change: Transition): Promise<TransitionedOrder | undefined> {
  const { id, from, to, set = {} } = change;
  const [only, ...others] = from;
  const was = others.length === 0 ? only : (await find(tx, id))?.status;
  if (!was || !from.includes(was)) return undefined;
  const [order] = await updateStatus(tx, { id, was, is: { status: to, ...set } });
  // Another transaction moved it between the read and the update: read again.
  if (!order) return others.length === 0 ? undefined : transition(tx, change);
  await searchTerms.reindexTransition(tx, {
    id,
    from: publicStatus(was),
    to: publicStatus(to),
    payment_id: set.payment_id ?? null,
  });
  return { ...order, was };
}
