// Recounts what is reserved of each harvest and of each pickup day.
import type { Db } from '#server/database/schema.ts';

const ended = new Set(['failed', 'cancelled', 'refunded']);

/** Describes each difference. Empty if all is right. */
export async function findWrongReservations(db: Db): Promise<string[]> {
  const [harvests, days, reservations] = await Promise.all([
    db.selectFrom('harvests').select(['id', 'pounds', 'reserved']).execute(),
    db.selectFrom('harvest_days').select(['id', 'pounds', 'reserved']).execute(),
    db
      .selectFrom('reservations')
      .innerJoin('orders', 'orders.id', 'reservations.order_id')
      .select(['reservations.harvest_id', 'day_id', 'order_id', 'reservations.pounds', 'state', 'orders.status'])
      .execute(),
  ]);
  const kept = reservations.filter(({ state }) => state !== 'released');
  const sum = (rows: { pounds: number }[]) => rows.reduce((total, { pounds }) => total + pounds, 0);
  const check = (what: string, { pounds, reserved }: { pounds: number; reserved: number }, counted: number) => [
    ...(reserved === counted ? [] : [`${what}: ${reserved} lbs reserved, counted ${counted}`]),
    ...(reserved <= pounds ? [] : [`${what}: ${reserved} lbs reserved of ${pounds}`]),
  ];
  return [
    ...harvests.flatMap((harvest) =>
      check(`harvest ${harvest.id}`, harvest, sum(kept.filter(({ harvest_id }) => harvest_id === harvest.id))),
    ),
    ...days.flatMap((day) => check(`pickup day ${day.id}`, day, sum(kept.filter(({ day_id }) => day_id === day.id)))),
    ...reservations
      .filter(
        ({ state, status }) => (state === 'held' && ended.has(status)) || (state === 'released' && !ended.has(status)),
      )
      .map(({ order_id, state, status }) => `order ${order_id} is ${status}, and its reservation is ${state}`),
  ];
}
