import { sql } from 'kysely';
import { certificateUrl } from '#contracts/certificates.ts';
import type { Lot, LotDraft, LotOnSale, ManagedLot } from '#contracts/lots.ts';
import type { Db, StoredStatus } from '#server/database/schema.ts';

export const columns = [
  'lots.id',
  'lots.number',
  'lots.harvest_year',
  'lots.form',
  'lots.moisture',
  'lots.storage_index',
  'lots.tested_on',
  'lots.alpha_acid',
  'lots.beta_acid',
  'lots.total_oil',
  'lots.certificate',
] as const;

/** Orders whose hops were never handed over or came back. */
const returnedStatuses: StoredStatus[] = ['failed', 'cancelled', 'refunded'];

/** The lot a product is currently sold from. */
export async function findCurrent(db: Db, product_id: number): Promise<Lot | undefined> {
  const row = await db
    .selectFrom('lots')
    .select(columns)
    .where('product_id', '=', product_id)
    .where('current_since', 'is not', null)
    .executeTakeFirst();
  return row && toLot(row);
}

/** By product. */
export async function listCurrent(db: Db): Promise<Map<number, Lot>> {
  const rows = await db
    .selectFrom('lots')
    .select([...columns, 'lots.product_id'])
    .where('current_since', 'is not', null)
    .execute();
  return new Map(rows.map(({ product_id, ...row }) => [product_id, toLot(row)]));
}

/** By product, newest first. Leaves out products with fewer than two lots to choose from. */
export async function listOnSale(db: Db, product_id?: number): Promise<Map<number, LotOnSale[]>> {
  const rows = await db
    .selectFrom('lots')
    .select(['id', 'number', 'harvest_year', 'form', 'alpha_acid', 'stock', 'product_id'])
    .where('stock', '>', 0)
    .$if(product_id !== undefined, (lots) => lots.where('product_id', '=', product_id ?? 0))
    .orderBy('harvest_year', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const onSale = new Map<number, LotOnSale[]>();
  for (const [product, lots] of Map.groupBy(rows, (row) => row.product_id))
    if (lots.length > 1)
      onSale.set(
        product,
        lots.map(({ product_id: _, ...lot }) => lot),
      );
  return onSale;
}

export const toLot = ({ certificate, ...lot }: Omit<Lot, 'certificate_url'> & { certificate: string | null }): Lot => ({
  ...lot,
  certificate_url: certificateUrl(certificate),
});

export async function listNewestFirst(db: Db, product_id: number): Promise<ManagedLot[]> {
  const rows = await selectManaged(db)
    .where('product_id', '=', product_id)
    .orderBy('harvest_year', 'desc')
    .orderBy('lots.id', 'desc')
    .execute();
  return rows.map(toManagedLot);
}

export async function find(db: Db, id: number): Promise<ManagedLot | undefined> {
  const row = await selectManaged(db).where('lots.id', '=', id).executeTakeFirst();
  return row && toManagedLot(row);
}

/** The hop that already has a lot with this number, ignoring case. */
export async function findNumberOwner(
  tx: Db,
  lot: { number: string; id?: number },
): Promise<{ product_id: number; name: string } | undefined> {
  // Locked until the commit: two hops must not get the same number at once, and their products are locked one by one.
  await tx
    .insertInto('shop_state')
    .values({ name: 'lot numbers', value: '1' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '1' }))
    .execute();
  return tx
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .select(['product_id', 'name'])
    .where(sql<string>`lower(number)`, '=', lot.number.toLowerCase())
    .where('lots.id', '<>', lot.id ?? 0)
    .executeTakeFirst();
}

type NewLot = Omit<LotDraft, 'form'> & {
  form: string;
  product_id: number;
  certificate: string | null;
  created_at: string;
  current_since: string | null;
};

export async function insert(tx: Db, lot: NewLot): Promise<number> {
  const { id } = await tx.insertInto('lots').values(lot).returning('id').executeTakeFirstOrThrow();
  await tx.updateTable('products').set({ has_lots: 1 }).where('id', '=', lot.product_id).execute();
  if (lot.current_since) await noteCurrent(tx, lot.product_id);
  return id;
}

/** True the first time that this product has a current lot. */
export async function noteCurrent(tx: Db, product_id: number): Promise<boolean> {
  const noted = await tx
    .updateTable('products')
    .set({ had_current_lot: 1 })
    .where('id', '=', product_id)
    .where('had_current_lot', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** False when the lot is no longer at that version. */
export async function revise(
  tx: Db,
  { id, version }: { id: number; version: number },
  details: LotDraft & { certificate?: string | null },
): Promise<boolean> {
  const revised = await tx
    .updateTable('lots')
    .set({ ...details, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return revised !== undefined;
}

/** False when the product has no such lot. */
export async function setCurrent(
  tx: Db,
  { product_id, id, at }: { product_id: number; id: number | null; at: string },
): Promise<boolean> {
  await tx
    .updateTable('lots')
    .set({ current_since: null })
    .where('product_id', '=', product_id)
    .where('current_since', 'is not', null)
    .where('id', '<>', id ?? 0)
    .execute();
  if (id === null) return true;
  const set = await tx
    .updateTable('lots')
    .set((lot) => ({ current_since: lot.fn.coalesce('current_since', sql<string>`${at}`) }))
    .where('id', '=', id)
    .where('product_id', '=', product_id)
    .returning('id')
    .executeTakeFirst();
  return set !== undefined;
}

/** For a lot without pounds that nobody received: failed orders and the stock ledger lose their reference to it. */
export async function remove(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('order_line_lots').where('lot_id', '=', id).execute();
  await tx.updateTable('stock_moves').set({ lot_id: null }).where('lot_id', '=', id).execute();
  await tx.deleteFrom('lots').where('id', '=', id).execute();
}

function selectManaged(db: Db) {
  return db
    .selectFrom('lots')
    .select([...columns, 'product_id', 'current_since', 'version', 'stock'])
    .select(({ selectFrom }) => {
      const sold = selectFrom('order_line_lots as part')
        .innerJoin('orders', 'orders.id', 'part.order_id')
        .whereRef('part.lot_id', '=', 'lots.id');
      return [
        sold
          .where('orders.status', '<>', 'failed')
          .select((lines) => lines.fn.countAll<number>().as('orders'))
          .as('orders'),
        sold
          .where('orders.status', 'not in', returnedStatuses)
          .select((lines) => lines.fn.sum<number>(lines('part.pounds', '-', lines.ref('part.returned'))).as('pounds'))
          .as('pounds'),
      ];
    });
}

type Row = Omit<Lot, 'certificate_url'> & {
  product_id: number;
  certificate: string | null;
  current_since: string | null;
  stock: number;
  orders: number | null;
  pounds: number | null;
  version: number;
};

function toManagedLot({ certificate, current_since, orders, pounds, ...row }: Row): ManagedLot {
  return {
    ...row,
    certificate_url: certificateUrl(certificate),
    current: current_since !== null,
    orders: orders ?? 0,
    pounds: pounds ?? 0,
  };
}
