// The pounds of lots. Only stock.store.ts and repack.store.ts call this, after the product's row was changed: that locks the
// product, so its lots do not change at the same time.
import { sql } from 'kysely';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db } from '#server/database/schema.ts';

/** Pounds of one lot; null for pounds of no lot. */
export type LotPart = { lot_id: number | null; pounds: number };
/** Pounds that must come from this lot; null for pounds of no lot. */
export type ChosenLot = LotPart;

type Taking = {
  product_id: number;
  pounds: number;
  /** The product's stock before. */
  stock: number;
  chosen?: ChosenLot[] | undefined;
  /** Lots that come before all others, as far as they go. */
  first?: number[];
};

/** Takes pounds out of the chosen lots, and the rest out of any. Undefined if a chosen lot has too few. */
export async function take(
  tx: Db,
  { product_id, pounds, stock, chosen = [], first = [] }: Taking,
): Promise<LotPart[] | undefined> {
  const parts = new Map<number | null, number>();
  for (const wanted of chosen) {
    const { lot_id } = wanted;
    const has =
      lot_id === null
        ? (await looseOf(tx, { product_id, stock })) >= wanted.pounds
        : await takeFrom(tx, { ...wanted, lot_id, product_id });
    if (!has) return undefined;
    parts.set(wanted.lot_id, (parts.get(wanted.lot_id) ?? 0) + wanted.pounds);
  }
  const fixed = chosen.reduce((sum, each) => sum + each.pounds, 0);
  const any =
    pounds > fixed ? await takeAny(tx, { product_id, pounds: pounds - fixed, stock: stock - fixed, first }) : [];
  for (const each of any) parts.set(each.lot_id, (parts.get(each.lot_id) ?? 0) + each.pounds);
  return [...parts].map(([lot_id, each]) => ({ lot_id, pounds: each }));
}

type FromLot = { lot_id: number; product_id: number; pounds: number };

async function takeFrom(tx: Db, { lot_id, product_id, pounds }: FromLot): Promise<boolean> {
  const taken = await tx
    .updateTable('lots')
    .set((lot) => ({ stock: lot('stock', '-', pounds) }))
    .where('id', '=', lot_id)
    .where('product_id', '=', product_id)
    .where('stock', '>=', pounds)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Nothing if it has too few. */
export const takeFromCurrent = preparedQuery((db, { product_id, pounds }: { product_id: number; pounds: number }) =>
  db
    .updateTable('lots')
    .set((lot) => ({ stock: lot('stock', '-', pounds) }))
    .where('product_id', '=', product_id)
    .where('current_since', 'is not', null)
    .where('stock', '>=', pounds)
    .returning('id'),
);

type Rest = Omit<Taking, 'chosen'> & { first: number[] };

/**
 * The current lot first, then the others from the oldest harvest on, then pounds of no lot. A product without a current lot is
 * sold from the pounds of no lot first.
 */
async function takeAny(tx: Db, { product_id, pounds, stock, first }: Rest): Promise<LotPart[]> {
  const lots = await tx
    .selectFrom('lots')
    .select(['id', 'stock', 'current_since'])
    .where('product_id', '=', product_id)
    .where((lot) => lot.or([lot('stock', '>', 0), lot('current_since', 'is not', null)]))
    .orderBy(sql`case when current_since is null then 1 else 0 end`)
    .orderBy('harvest_year')
    .orderBy('id')
    .execute();
  const loose = { id: null, stock: stock - lots.reduce((sum, lot) => sum + lot.stock, 0) };
  const [preferred, others] = [
    lots.filter(({ id }) => first.includes(id)),
    lots.filter(({ id }) => !first.includes(id)),
  ];
  const hasCurrent = lots.some(({ current_since }) => current_since !== null);
  const order = [...preferred, ...(hasCurrent ? [...others, loose] : [loose, ...others])];
  const parts: LotPart[] = [];
  let rest = pounds;
  for (const { id, stock: has } of order) {
    const part = Math.min(rest, has);
    if (part <= 0) continue;
    if (id !== null) await add(tx, id, -part);
    parts.push({ lot_id: id, pounds: part });
    rest -= part;
  }
  if (rest > 0) throw new Error(`The lots of product ${product_id} do not add up: ${rest} lbs are missing.`);
  return parts;
}

const add = (tx: Db, id: number, pounds: number) =>
  tx
    .updateTable('lots')
    .set((lot) => ({ stock: lot('stock', '+', pounds) }))
    .where('id', '=', id)
    .execute();

/**
 * Puts pounds on a lot, or without one on the current lot, if there is one; with null on no lot. Undefined if the product has
 * no such lot.
 */
export async function put(
  tx: Db,
  { product_id, lot_id, pounds }: { product_id: number; lot_id: number | null | undefined; pounds: number },
): Promise<LotPart | undefined> {
  if (lot_id === null) return { lot_id, pounds };
  const lot = await tx
    .updateTable('lots')
    .set((each) => ({ stock: each('stock', '+', pounds) }))
    .where('product_id', '=', product_id)
    .where((each) => (lot_id === undefined ? each('current_since', 'is not', null) : each('id', '=', lot_id)))
    .returning('id')
    .executeTakeFirst();
  if (lot) return { lot_id: lot.id, pounds };
  return lot_id === undefined ? { lot_id: null, pounds } : undefined;
}

/** Returns its stock, which stays until the commit. */
export async function lockProduct(tx: Db, product_id: number): Promise<number> {
  const { stock } = await tx
    .updateTable('products')
    .set((product) => ({ stock: product.ref('stock') }))
    .where('id', '=', product_id)
    .returning('stock')
    .executeTakeFirstOrThrow();
  return stock;
}

/** The pounds of no lot, given the product's stock. */
export async function looseOf(tx: Db, { product_id, stock }: { product_id: number; stock: number }): Promise<number> {
  const { inLots } = await tx
    .selectFrom('lots')
    .select((lot) => lot.fn.sum<number | null>('stock').as('inLots'))
    .where('product_id', '=', product_id)
    .executeTakeFirstOrThrow();
  return stock - Number(inLots ?? 0);
}

/** For a new shop: the lot has had the product's pounds from the start. */
export async function putOpening(tx: Db, { product_id, lot_id }: { product_id: number; lot_id: number }) {
  await tx
    .updateTable('lots')
    .set(({ selectFrom }) => ({ stock: selectFrom('products').select('stock').where('id', '=', product_id) }))
    .where('id', '=', lot_id)
    .execute();
  await tx.updateTable('stock_moves').set({ lot_id }).where('product_id', '=', product_id).execute();
}
