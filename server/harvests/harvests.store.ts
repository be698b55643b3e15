import { type Insertable, sql } from 'kysely';
import type { Harvest } from '#contracts/harvests.ts';
import { cents, toDollars } from '#contracts/money.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import { type DayRow, listDays } from './harvest-days.store.ts';

const columns = [
  ...(['harvests.id', 'harvests.product_id', 'kind', 'status', 'expected_on', 'pounds', 'note', 'uid'] as const),
  ...(['moves', 'harvests.version', 'harvests.updated_at', 'harvests.price_cents'] as const),
  ...(['products.name as hop', 'slug', 'products.deleted_at', 'deposit_percent', 'reserved'] as const),
];

export type HarvestRow = Awaited<ReturnType<typeof list>>[number];

const select = (db: Db) =>
  db
    .selectFrom('harvests')
    .innerJoin('products', 'products.id', 'harvests.product_id')
    .select(columns)
    .select(({ selectFrom }) =>
      selectFrom('subscriptions')
        .whereRef('harvest_id', '=', 'harvests.id')
        .where('confirmed_at', 'is not', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('followers'),
    )
    .where('called_off_at', 'is', null);

export async function list(db: Db, id?: number) {
  const [rows, daysOf] = await Promise.all([
    select(db)
      .$if(id !== undefined, (harvests) => harvests.where('harvests.id', '=', id ?? 0))
      .orderBy('expected_on')
      .orderBy('harvests.id')
      .execute(),
    listDays(db, id),
  ]);
  return rows.map((row) => ({ ...row, days: daysOf(row.id) }));
}

export const find = async (db: Db, id: number): Promise<HarvestRow | undefined> => (await list(db, id))[0];

/** Locks the harvest until the commit: no pounds of it can be reserved meanwhile. */
export async function lock(tx: Db, id: number): Promise<HarvestRow | undefined> {
  await tx.updateTable('harvests').set({ version: sql`version` }).where('id', '=', id).execute();
  return find(tx, id);
}

/** What visitors see: harvests of products that were not deleted. */
export const listPublic = async (db: Db) => (await list(db)).filter(isPublic);

export async function findPublic(db: Db, id: number): Promise<HarvestRow | undefined> {
  const harvest = await find(db, id);
  return harvest && isPublic(harvest) ? harvest : undefined;
}

const isPublic = ({ deleted_at }: HarvestRow): boolean => deleted_at === null;

export async function insert(tx: Db, harvest: Insertable<Tables['harvests']>): Promise<number> {
  const { id } = await tx.insertInto('harvests').values(harvest).returning('id').executeTakeFirstOrThrow();
  return id;
}

type Change = Pick<
  Insertable<Tables['harvests']>,
  'kind' | 'status' | 'expected_on' | 'pounds' | 'price_cents' | 'note' | 'updated_at' | 'moves' | 'deposit_percent'
>;

/** False when the harvest is no longer at that version. */
export async function revise(
  tx: Db,
  { id, version }: { id: number; version: number },
  change: Change,
): Promise<boolean> {
  const revised = await tx
    .updateTable('harvests')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('called_off_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revised !== undefined;
}

/** False when it is off the board already. */
export async function callOff(tx: Db, id: number, at: string): Promise<boolean> {
  const off = await tx
    .updateTable('harvests')
    .set({ called_off_at: at })
    .where('id', '=', id)
    .where('called_off_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return off !== undefined;
}

export function listFollowers(db: Db, harvest_id: number) {
  return db
    .selectFrom('subscriptions')
    .select(['email', 'token'])
    .where('harvest_id', '=', harvest_id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
}

export async function removeFollowers(tx: Db, harvest_id: number): Promise<void> {
  await tx.deleteFrom('subscriptions').where('harvest_id', '=', harvest_id).execute();
}

export function toHarvest({ price_cents, ...row }: HarvestRow, today: string): Harvest {
  const { id, product_id, hop, slug, kind, status, expected_on, pounds, note, updated_at, deposit_percent } = row;
  const days = row.days.filter(({ day }) => day >= today);
  const canReserve = deposit_percent !== null && status !== 'ready' && (kind === 'dried' || days.length > 0);
  const left = leftOf(row);
  // Wet hops only go as far as their days.
  const leftOnDays = days.reduce((sum, day) => sum + leftOf(day), 0);
  return {
    ...{ id, product_id, hop, slug, kind, status, expected_on, pounds, note, updated_at },
    price: toDollars(cents(price_cents)),
    deposit_percent: canReserve ? deposit_percent : null,
    left: canReserve ? Math.min(left, kind === 'wet' ? leftOnDays : left) : 0,
    days: canReserve ? days.map((day) => ({ ...toPickupDay(day), left: Math.min(left, leftOf(day)) })) : [],
  };
}

export const toPickupDay = ({ id, day, starts: from, ends: to }: DayRow) => ({ id, day, from, to });

export const leftOf = ({ pounds, reserved }: { pounds: number; reserved: number }): number => pounds - reserved;
