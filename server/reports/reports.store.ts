import type { Db } from '#server/database/schema.ts';

export async function countProducts(db: Db, low: number): Promise<{ total: number; low_stock: number }> {
  const stocks = await db.selectFrom('products').select('stock').where('deleted_at', 'is', null).execute();
  return { total: stocks.length, low_stock: stocks.filter(({ stock }) => stock < low).length };
}

export async function countOpenAlerts(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom('payment_alarms')
    .select((alarms) => alarms.fn.countAll<number>().as('open'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}
