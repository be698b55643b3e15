// What the harvest board asks about reservations: whether there are any, and to tell those who hold them.
import type { CalendarEntry } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { movedEmail } from './reservation-emails.ts';
import { listByHarvest } from './reservations.store.ts';

type Deps = { outbox: Outbox; sender(): Sender; now: Clock };
type Moved = { harvest_id: number; entry: CalendarEntry; harvestMoved: boolean; movedDays: ReadonlySet<number> };

export type Holders = ReturnType<typeof createHolders>;

export function createHolders({ outbox, sender, now }: Deps) {
  return { count, tellMoved };

  /** Reservations that are not weighed yet. */
  async function count(tx: Db, harvest_id: number): Promise<number> {
    return (await listHeld(tx, harvest_id)).length;
  }

  /** A pickup has its own day: the harvest's day matters only to those who have none. Returns who was told. */
  async function tellMoved(tx: Db, { harvest_id, entry, harvestMoved, movedDays }: Moved): Promise<Set<string>> {
    const moved = (await listHeld(tx, harvest_id)).filter(({ day_id }) =>
      day_id === null ? harvestMoved : movedDays.has(day_id),
    );
    const at = now().toISOString();
    const emails = moved.flatMap((row) =>
      row.email
        ? [movedEmail({ ...row, id: row.order_id, email: row.email }, { ...row, at, harvest: entry }, sender())]
        : [],
    );
    await outbox.queue(tx, ...emails);
    return new Set(emails.map(({ recipient }) => recipient.toLowerCase()));
  }
}

const listHeld = async (tx: Db, harvest_id: number) =>
  (await listByHarvest(tx, harvest_id)).filter(({ state }) => state === 'held');
