import type { Selectable } from 'kysely';
import type { DraftDay } from '#contracts/harvests.ts';
import type { Db, Tables } from '#server/database/schema.ts';

export type DayRow = Selectable<Tables['harvest_days']>;

/** By harvest. */
/** Of one harvest, or of all that are not called off. */
export async function listDays(db: Db, id?: number): Promise<(harvest_id: number) => DayRow[]> {
  const days = await db
    .selectFrom('harvest_days')
    .innerJoin('harvests', 'harvests.id', 'harvest_days.harvest_id')
    .selectAll('harvest_days')
    .where((day) => (id === undefined ? day('called_off_at', 'is', null) : day('harvests.id', '=', id)))
    .orderBy('day')
    .orderBy('starts')
    .orderBy('harvest_days.id')
    .execute();
  const byHarvest = Map.groupBy(days, ({ harvest_id }) => harvest_id);
  return (harvest_id) => byHarvest.get(harvest_id) ?? [];
}

export async function insertDays(tx: Db, harvest_id: number, days: DraftDay[]): Promise<void> {
  if (days.length > 0)
    await tx
      .insertInto('harvest_days')
      .values(days.map(({ day, from: starts, to: ends, pounds }) => ({ harvest_id, day, starts, ends, pounds })))
      .execute();
}

/** The harvest must be locked. */
export async function reviseDay(tx: Db, was: DayRow, { day, from: starts, to: ends, pounds }: DraftDay): Promise<void> {
  const moves = was.moves + (isMoved(was, { day, starts, ends }) ? 1 : 0);
  await tx.updateTable('harvest_days').set({ day, starts, ends, pounds, moves }).where('id', '=', was.id).execute();
}

export async function removeDay(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('harvest_days').where('id', '=', id).execute();
}

export const isMoved = (was: DayRow, now: Pick<DayRow, 'day' | 'starts' | 'ends'>): boolean =>
  was.day !== now.day || was.starts !== now.starts || was.ends !== now.ends;
