// The one place that changes how many pounds there are. Each change is one guarded statement and leaves a line in the
// ledger, in the transaction of whoever asks: the lines of a product add up to its stock, always.
import type { Insertable } from 'kysely';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';

type StockMove = {
  product_id: number;
  pounds: number;
  at: string;
  account_id?: number | null;
  order_id?: number | null;
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

/** Takes pounds out for an order. False when there are not as many, or the product is gone. */
export async function hold(tx: Db, move: StockMove): Promise<boolean> {
  assertWholePounds(move.pounds);
  const [held] = await deduct(tx, { id: move.product_id, pounds: move.pounds });
  if (held) await appendEntry(tx, { ...move, pounds: -move.pounds, stock_after: held.stock, reason: 'hold' });
  return held !== undefined;
}

/** Gives pounds back, also to a product that left the catalogue meanwhile: they are in the barn all the same. */
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

/** Sets what staff counted. False when there are no longer as many as they saw. */
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

/** The first line of a new product. */
export async function openLedger(tx: Db, { stock, ...move }: Omit<Count, 'seen'>): Promise<void> {
  await appendEntry(tx, { ...move, pounds: stock, stock_after: stock, reason: 'opening' });
}

const appendEntry = preparedQuery((db, line: Insertable<Tables['stock_moves']>) =>
  db.insertInto('stock_moves').values(line),
);

/** A weight below nothing would turn a hold into a gift. */
function assertWholePounds(pounds: number) {
  if (!Number.isSafeInteger(pounds) || pounds < 1) throw new RangeError(`${pounds} is no weight in whole pounds.`);
}
