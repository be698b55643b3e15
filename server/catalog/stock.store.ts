// The only code that changes stock, of products and of their lots. Each change is one guarded statement, which locks the
// product, then its lots, plus ledger entries in the caller's transaction: the entries of a product always add up to its
// stock, and those of a lot to the lot's.
import type { StockKind } from '#contracts/stock-kinds.ts';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db } from '#server/database/schema.ts';
import * as lineLots from './line-lots.store.ts';
import * as lots from './lot-stock.store.ts';
import { all, append, taken } from './stock-entries.store.ts';

type StockMove = {
  product_id: number;
  pounds: number;
  at: string;
  account_id?: number | null;
  order_id?: number | null;
  /** The change of the order that moves them. */
  change_id?: number | null;
};

const deduct = preparedQuery((db, { id, pounds }: { id: number; pounds: number }) =>
  db
    .updateTable('products')
    .set((product) => ({ stock: product('stock', '-', pounds) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('stock', '>=', pounds)
    .returning(['stock', 'has_lots']),
);

type Hold = StockMove & {
  /** Pounds the buyer wants from certain lots. The others come from any. */
  chosen?: lots.ChosenLot[] | undefined;
};

/** Takes pounds out of stock for an order. False when there isn't enough, or the product is gone: then roll back. */
export async function hold(tx: Db, { chosen, ...move }: Hold): Promise<boolean> {
  const { product_id, pounds, order_id, change_id } = move;
  assertWholePounds(pounds);
  const anyLot = !chosen?.length && !change_id;
  // Sent together, so that on PostgreSQL the product stays locked for a single round trip.
  const [[held], [current]] = await Promise.all([
    deduct(tx, { id: product_id, pounds }),
    anyLot ? lots.takeFromCurrent(tx, { product_id, pounds }) : [],
  ]);
  if (!held) return false;
  const stock = held.stock + pounds;
  if (held.has_lots === 0) {
    if (chosen?.some(({ lot_id }) => lot_id !== null)) return false;
    await append(tx, { ...move, stock, reason: 'hold' }, all(-pounds));
    return true;
  }
  // More pounds of a line keep its lots.
  const first = order_id && change_id ? await lineLots.lotIds(tx, { order_id, product_id }) : [];
  const parts = current
    ? [{ lot_id: current.id, pounds }]
    : await lots.take(tx, { product_id, pounds, stock, chosen, first });
  if (!parts) return false;
  await append(tx, { ...move, stock, reason: 'hold' }, parts.map(taken));
  if (order_id) await lineLots.record(tx, { order_id, product_id }, parts);
  return true;
}

/** Returns pounds to stock and to their lots, even for a withdrawn product: they are still in the barn. */
export async function release(tx: Db, move: StockMove & { reason: 'release' | 'refund' }): Promise<void> {
  const { product_id, pounds, order_id, change_id, reason } = move;
  assertWholePounds(pounds);
  const { stock, has_lots } = await tx
    .updateTable('products')
    .set((product) => ({ stock: product('stock', '+', pounds) }))
    .where('id', '=', product_id)
    .returning(['stock', 'has_lots'])
    .executeTakeFirstOrThrow();
  // A change makes the line shorter. A cancellation or refund leaves it as it was sold.
  const shortens = reason === 'release' && Boolean(change_id);
  const parts =
    has_lots === 1 && order_id ? await lineLots.giveBack(tx, { order_id, product_id, pounds, shortens }) : all(pounds);
  for (const { lot_id, pounds: part } of parts)
    if (lot_id !== null) await lots.put(tx, { product_id, lot_id, pounds: part });
  await append(tx, { ...move, stock: stock - pounds }, parts);
}

type Count = Omit<StockMove, 'pounds' | 'order_id'> & { seen: number; stock: number };

/** Sets the pounds that staff counted. False when the stock no longer matches what they saw. */
export async function setCounted(tx: Db, { seen, stock, ...move }: Count): Promise<boolean> {
  if (seen === stock) return true;
  const set = await tx
    .updateTable('products')
    .set({ stock })
    .where('id', '=', move.product_id)
    .where('deleted_at', 'is', null)
    .where('stock', '=', seen)
    .returning('has_lots')
    .executeTakeFirst();
  if (!set) return false;
  const parts = await changeLots(tx, { ...set, product_id: move.product_id, pounds: stock - seen, stock: seen });
  if (parts) await append(tx, { ...move, stock: seen, reason: 'by hand' }, parts);
  return parts !== undefined;
}

type Adjustment = StockMove & {
  kind: StockKind;
  note: string;
  /** A second click with the same key fails on its unique index. */
  key?: string;
  /** Whose pounds they are. Without one, they are the current lot's as far as they go; with null, those of no lot. */
  lot_id?: number | null | undefined;
};

/** What staff harvested, lost, gave away or counted; the pounds have a sign. False when there isn't that much: then roll back. */
export async function adjust(tx: Db, { lot_id, key, ...move }: Adjustment): Promise<boolean> {
  const { product_id, pounds } = move;
  const adjusted = await tx
    .updateTable('products')
    .set((product) => ({ stock: product('stock', '+', pounds) }))
    .where('id', '=', product_id)
    .where((product) => product(product('stock', '+', pounds), '>=', 0))
    .returning(['stock', 'has_lots'])
    .executeTakeFirst();
  if (!adjusted) return false;
  const stock = adjusted.stock - pounds;
  const parts = await changeLots(tx, { ...adjusted, product_id, pounds, stock, lot_id });
  if (parts) await append(tx, { ...move, stock, reason: 'by hand' }, parts, key);
  return parts !== undefined;
}

type LotChange = {
  product_id: number;
  pounds: number;
  stock: number;
  has_lots: number;
  lot_id?: number | null | undefined;
};

async function changeLots(tx: Db, { has_lots, lot_id, ...change }: LotChange): Promise<lots.LotPart[] | undefined> {
  const { product_id, pounds } = change;
  if (has_lots === 0) return (lot_id ?? null) === null ? all(pounds) : undefined;
  if (pounds > 0) {
    const part = await lots.put(tx, { product_id, lot_id, pounds });
    return part && [part];
  }
  const chosen = lot_id === undefined ? [] : [{ lot_id, pounds: -pounds }];
  return (await lots.take(tx, { ...change, pounds: -pounds, chosen }))?.map(taken);
}

type Transfer = StockMove & { from: number | null; to: number | null; note?: string; key?: string };

/** Moves pounds from one lot to another; null is no lot. False when there are not that many: then roll back. */
export async function transfer(tx: Db, { from, to, key, ...move }: Transfer): Promise<boolean> {
  const { product_id, pounds } = move;
  assertWholePounds(pounds);
  const stock = await lots.lockProduct(tx, product_id);
  if (from === null && (await lots.looseOf(tx, { product_id, stock })) < pounds) return false;
  if (from !== null && !(await lots.take(tx, { product_id, pounds, stock, chosen: [{ lot_id: from, pounds }] })))
    return false;
  if (to !== null && !(await lots.put(tx, { product_id, lot_id: to, pounds }))) return false;
  const parts = [{ lot_id: to, pounds }, taken({ lot_id: from, pounds })];
  await append(tx, { ...move, stock, reason: 'by hand', between_lots: 1 }, parts, key);
  return true;
}

/** Gives a lot the pounds of no lot, if no lot has any: what a shop counted before it had lots. */
export async function adoptLoose(tx: Db, { lot_id, ...move }: Omit<StockMove, 'pounds'> & { lot_id: number }) {
  const { product_id } = move;
  const stock = await lots.lockProduct(tx, product_id);
  if (stock > 0 && (await lots.looseOf(tx, { product_id, stock })) === stock)
    await transfer(tx, { ...move, pounds: stock, from: null, to: lot_id });
}

/** The first entry of a new product. */
export async function openLedger(tx: Db, { stock, ...move }: Omit<Count, 'seen'>): Promise<void> {
  await append(tx, { ...move, stock: 0, reason: 'opening' }, all(stock));
}

/** For a new shop: the lot has had its product's pounds from the start. */
export const openLot = lots.putOpening;

/** A negative weight would turn a hold into extra stock. */
function assertWholePounds(pounds: number) {
  if (!Number.isSafeInteger(pounds) || pounds < 1) throw new RangeError(`${pounds} is not a whole number of pounds.`);
}
