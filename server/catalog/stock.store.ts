// The only code that changes stock. Each change is one guarded statement plus a ledger entry in the caller's transaction,
// so the entries of a product always add up to its stock.
import type { Insertable } from 'kysely';
import type { StockKind } from '#contracts/stock-kinds.ts';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';

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
    .returning('stock'),
);

/** Takes pounds out of stock for an order. False when there isn't enough, or the product is gone. */
export async function hold(tx: Db, move: StockMove): Promise<boolean> {
  assertWholePounds(move.pounds);
  const [held] = await deduct(tx, { id: move.product_id, pounds: move.pounds });
  if (held) await appendEntry(tx, { ...move, pounds: -move.pounds, stock_after: held.stock, reason: 'hold' });
  return held !== undefined;
}

/** Returns pounds to stock, even for a withdrawn product: they are still in the barn. */
export async function release(tx: Db, move: StockMove & { reason: 'release' | 'refund' }): Promise<void> {
  assertWholePounds(move.pounds);
  const { stock } = await tx
    .updateTable('products')
    .set((product) => ({ stock: product('stock', '+', move.pounds) }))
    .where('id', '=', move.product_id)
    .returning('stock')
    .executeTakeFirstOrThrow();
  await appendEntry(tx, { ...move, stock_after: stock });
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
    .returning('id')
    .executeTakeFirst();
  if (set) await appendEntry(tx, { ...move, pounds: stock - seen, stock_after: stock, reason: 'by hand' });
  return set !== undefined;
}

type Adjustment = StockMove & {
  kind: StockKind;
  note: string;
  /** A second click with the same key fails on its unique index. */
  key: string;
};

/** What staff harvested, lost, gave away or counted; the pounds have a sign. False when there isn't that much. */
export async function adjust(tx: Db, move: Adjustment): Promise<boolean> {
  const adjusted = await tx
    .updateTable('products')
    .set((product) => ({ stock: product('stock', '+', move.pounds) }))
    .where('id', '=', move.product_id)
    .where((product) => product(product('stock', '+', move.pounds), '>=', 0))
    .returning('stock')
    .executeTakeFirst();
  if (adjusted) await appendEntry(tx, { ...move, stock_after: adjusted.stock, reason: 'by hand' });
  return adjusted !== undefined;
}

/** The first entry of a new product. */
export async function openLedger(tx: Db, { stock, ...move }: Omit<Count, 'seen'>): Promise<void> {
  await appendEntry(tx, { ...move, pounds: stock, stock_after: stock, reason: 'opening' });
}

const appendEntry = preparedQuery((db, entry: Insertable<Tables['stock_moves']>) =>
  db.insertInto('stock_moves').values(entry),
);

/** A negative weight would turn a hold into extra stock. */
function assertWholePounds(pounds: number) {
  if (!Number.isSafeInteger(pounds) || pounds < 1) throw new RangeError(`${pounds} is not a whole number of pounds.`);
}
