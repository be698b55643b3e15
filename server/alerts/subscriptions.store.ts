import type { Db } from '#server/database/schema.ts';

/** Neither: the news. */
export type About = { product_id: number | null; harvest_id: number | null };
type Asked = About & { email: string; token: string; asked_at: string };

/** Undefined if the address already asked for this. */
export function insert(tx: Db, asked: Asked) {
  return tx
    .insertInto('subscriptions')
    .values(asked)
    .onConflict((conflict) => conflict.doNothing())
    .returning('token')
    .executeTakeFirst();
}

/** Undefined if it is confirmed, or a link was sent after `before`. */
export function askAgain(tx: Db, { email, product_id, harvest_id, at, before }: About & { email: string } & Times) {
  return tx
    .updateTable('subscriptions')
    .set({ asked_at: at })
    .where('email', '=', email)
    .where('product_id', product_id === null ? 'is' : '=', product_id)
    .where('harvest_id', harvest_id === null ? 'is' : '=', harvest_id)
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', before)
    .returning('token')
    .executeTakeFirst();
}

type Times = { at: string; before: string };

export function find(db: Db, token: string) {
  return db
    .selectFrom('subscriptions')
    .leftJoin('harvests', 'harvests.id', 'subscriptions.harvest_id')
    .leftJoin('products', (join) =>
      join.on((on) => on('products.id', '=', on.fn.coalesce('subscriptions.product_id', 'harvests.product_id'))),
    )
    .select(['confirmed_at', 'products.name', 'products.slug', 'harvests.expected_on'])
    .where('token', '=', token)
    .executeTakeFirst();
}

export async function confirm(tx: Db, token: string, at: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ confirmed_at: at })
    .where('token', '=', token)
    .where('confirmed_at', 'is', null)
    .execute();
}

export async function remove(tx: Db, token: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('token', '=', token).execute();
}

export async function removeUnconfirmed(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('confirmed_at', 'is', null).where('asked_at', '<', before).execute();
}

/** A deleted product never comes back. */
export async function removeForDeletedProducts(tx: Db): Promise<void> {
  await tx
    .deleteFrom('subscriptions')
    .where('product_id', 'in', ({ selectFrom }) =>
      selectFrom('products').select('id').where('deleted_at', 'is not', null),
    )
    .execute();
}

/** Confirmed subscriptions to products that are back in stock, oldest first. */
export async function listDue(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .select('subscriptions.id')
    .where('confirmed_at', 'is not', null)
    .where('products.stock', '>', 0)
    .where('products.deleted_at', 'is', null)
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those that another instance has not taken first, and whose product was not sold out again in the meantime. */
export function take(tx: Db, ids: number[]) {
  return tx
    .deleteFrom('subscriptions')
    .where('id', 'in', ids)
    .where('product_id', 'in', ({ selectFrom }) =>
      selectFrom('products').select('id').where('stock', '>', 0).where('deleted_at', 'is', null),
    )
    .returning(['email', 'token', 'product_id'])
    .execute();
}

export async function countNews(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('product_id', 'is', null)
    .where('harvest_id', 'is', null)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Batch = { after: number; confirmedBy: string; limit: number };

/** Who wants the news, by id. */
export function nextNews(db: Db, { after, confirmedBy, limit }: Batch) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'email', 'token'])
    .where('product_id', 'is', null)
    .where('harvest_id', 'is', null)
    .where('confirmed_at', '<=', confirmedBy)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
