// The harvest board. A changed day is emailed to everyone who follows the harvest or reserved some of it, in the transaction
// that changes it.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import type { Product } from '#contracts/catalog.ts';
import { farmDay, formatDay } from '#contracts/dates.ts';
import type { DraftDay, HarvestDraft, ManagedHarvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import { type CalendarEntry, writeCalendar } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as dayStore from './harvest-days.store.ts';
import { calledOffEmail, movedEmail } from './harvest-emails.ts';
import * as store from './harvests.store.ts';

export type Harvests = ReturnType<typeof createHarvests>;

type Deps = {
  database: Database;
  outbox: Outbox;
  audit: AuditWriter;
  sender(): Sender;
  now: Clock;
  findProduct(db: Db, id: number): Promise<Product | undefined>;
  holders: Holders;
};
/** Who reserved pounds that are not weighed yet. */
type Holders = {
  count(tx: Db, harvest_id: number): Promise<number>;
  /** Returns the emails of those who were told. */
  tellMoved(
    tx: Db,
    moved: { harvest_id: number; entry: CalendarEntry; harvestMoved: boolean; movedDays: ReadonlySet<number> },
  ): Promise<Set<string>>;
};
type Kept = Pick<HarvestDraft, 'pounds' | 'kind' | 'days'>;
type Revision = Omit<HarvestDraft, 'product_id'> & { version: number };

export function createHarvests({ database, outbox, audit, sender, now, findProduct, holders }: Deps) {
  const { db, transaction } = database;
  const today = () => farmDay(now().toISOString());
  return { list, find, listManaged, add, revise, callOff, calendar };

  async function list() {
    return { data: (await store.listPublic(db)).map((row) => store.toHarvest(row, today())) };
  }

  async function find(id: number) {
    return { data: store.toHarvest(requireHarvest(await store.findPublic(db, id)), today()) };
  }

  async function listManaged() {
    return { data: (await store.list(db)).map((row) => toManaged(row, today())) };
  }

  async function add({ product_id, price, days, ...draft }: HarvestDraft, actor: Person) {
    requireFitOfKind({ ...draft, days });
    requireDaysToCome({ ...draft, days }, undefined, today());
    return {
      data: await transaction(['harvests'], async (tx) => {
        const product = await findProduct(tx, product_id);
        if (!product) throw notFound('Product not found.');
        const at = now().toISOString();
        const harvest = { ...draft, product_id, price_cents: price, uid: randomUUID() };
        const id = await store.insert(tx, { ...harvest, created_at: at, updated_at: at });
        await dayStore.insertDays(tx, id, days);
        await audit.record(tx, { actor, action: 'harvest added', subject: product.name, subject_id: id });
        return toManaged(await require(tx, id), today());
      }),
    };
  }

  async function revise(id: number, { version, price, days, ...draft }: Revision, actor: Person) {
    requireFitOfKind({ ...draft, days });
    return {
      data: await transaction(['harvests'], async (tx) => {
        const before = requireHarvest(await store.lock(tx, id));
        if (before.version === version) {
          requireDaysToCome({ ...draft, days }, before, today());
          await requireFitOfReserved(tx, before, { ...draft, days });
        }
        const moved = before.expected_on !== draft.expected_on;
        // Once the hops are ready, nobody waits for their day.
        const tells = moved && draft.status !== 'ready';
        const change = { ...draft, price_cents: price, updated_at: now().toISOString() };
        const moves = before.moves + (moved ? 1 : 0);
        if (!(await store.revise(tx, { id, version }, { ...change, moves })))
          throw conflict(
            'Someone else changed this harvest. Nothing was saved.',
            toManaged(await require(tx, id), today()),
          );
        const movedDays = await reviseDays(tx, before, days);
        const after = await require(tx, id);
        const entry = toEntry(after);
        const told = await holders.tellMoved(tx, { harvest_id: id, entry, harvestMoved: tells, movedDays });
        if (tells) await emailFollowers(tx, after, before.expected_on, told);
        await audit.record(tx, { actor, action: 'harvest revised', subject: after.hop, subject_id: id });
        return toManaged(after, today());
      }),
    };
  }

  async function callOff(id: number, actor: Person) {
    return transaction(['harvests'], async (tx) => {
      const harvest = requireHarvest(await store.lock(tx, id));
      const held = await holders.count(tx, id);
      if (held > 0)
        throw conflict(
          `${held === 1 ? 'A reservation is' : `${held} reservations are`} still held. Weigh or refund ${held === 1 ? 'it' : 'them'} first.`,
        );
      const followers = await store.listFollowers(tx, id);
      if (!(await store.callOff(tx, id, now().toISOString()))) throw notFound(NOT_FOUND);
      const entry: CalendarEntry = {
        ...{ ...toEntry(harvest), moves: harvest.moves + 1, updated_at: now().toISOString(), status: 'CANCELLED' },
      };
      if (harvest.status !== 'ready')
        await outbox.queue(
          tx,
          ...followers.map((follower) => calledOffEmail(follower, { ...harvest, entry }, sender())),
        );
      await store.removeFollowers(tx, id);
      await audit.record(tx, { actor, action: 'harvest taken off', subject: harvest.hop, subject_id: id });
      return { message: `${harvest.hop} is off the board.` };
    });
  }

  /** Returns the days that were moved. */
  async function reviseDays(tx: Db, { id, days: before }: store.HarvestRow, days: DraftDay[]): Promise<Set<number>> {
    const byId = new Map(before.map((day) => [day.id, day]));
    const moved = new Set<number>();
    for (const { id: dayId } of before) if (!days.some((day) => day.id === dayId)) await dayStore.removeDay(tx, dayId);
    for (const day of days) {
      const was = byId.get(day.id ?? 0);
      if (!was) continue;
      await dayStore.reviseDay(tx, was, day);
      if (dayStore.isMoved(was, { day: day.day, starts: day.from, ends: day.to })) moved.add(was.id);
    }
    await dayStore.insertDays(
      tx,
      id,
      days.filter((day) => day.id === undefined),
    );
    return moved;
  }

  /** What buyers reserved stays theirs. */
  async function requireFitOfReserved(tx: Db, before: store.HarvestRow, { pounds, kind, days }: Kept): Promise<void> {
    if (pounds < before.reserved)
      throw invalid({ pounds: [`${formatPounds(before.reserved)} are reserved. Release some first.`] });
    if (kind !== before.kind && (await holders.count(tx, before.id)) > 0)
      throw invalid({ kind: ['Some of it is reserved. Release that first.'] });
    for (const day of before.days.filter(({ reserved }) => reserved > 0)) {
      const index = days.findIndex(({ id }) => id === day.id);
      if (index === -1)
        throw invalid({ days: [`${formatDay(day.day)} has reservations. Release them before you remove the day.`] });
      if ((days[index]?.pounds ?? 0) < day.reserved)
        throw invalid({ [`days.${index}.pounds`]: [`${formatPounds(day.reserved)} are reserved for this day.`] });
    }
    const known = new Set(before.days.map(({ id }) => id));
    const stranger = days.findIndex(({ id }) => id !== undefined && !known.has(id));
    if (stranger !== -1)
      throw invalid({
        [`days.${stranger}.day`]: ['Someone removed this day. Remove it here too, or add it as a new one.'],
      });
  }

  async function emailFollowers(
    tx: Db,
    harvest: store.HarvestRow,
    was: string,
    told: ReadonlySet<string>,
  ): Promise<void> {
    const followers = (await store.listFollowers(tx, harvest.id)).filter(({ email }) => !told.has(email));
    const entry = toEntry(harvest);
    await outbox.queue(tx, ...followers.map((follower) => movedEmail(follower, { ...harvest, entry, was }, sender())));
  }

  /** For calendar programs to subscribe to. */
  async function calendar(): Promise<string> {
    return writeCalendar((await store.listPublic(db)).map(toEntry), sender());
  }

  async function require(tx: Db, id: number): Promise<store.HarvestRow> {
    return requireHarvest(await store.find(tx, id));
  }
}

const NOT_FOUND = 'Harvest not found.';

function requireHarvest(harvest: store.HarvestRow | undefined): store.HarvestRow {
  if (!harvest) throw notFound(NOT_FOUND);
  return harvest;
}

const toManaged = (row: store.HarvestRow, today: string): ManagedHarvest => ({
  ...store.toHarvest(row, today),
  deposit_percent: row.deposit_percent,
  days: row.days.map((day) => ({
    ...store.toPickupDay(day),
    ...{ pounds: day.pounds, reserved: day.reserved, left: store.leftOf(day) },
  })),
  reserved: row.reserved,
  followers: Number(row.followers ?? 0),
  hidden: row.deleted_at !== null,
  version: row.version,
});

function toEntry({ uid, moves, expected_on: day, hop, kind, updated_at, ...row }: store.HarvestRow): CalendarEntry {
  const price = `$${formatCents(cents(row.price_cents))} per lb`;
  return {
    ...{ uid, moves, day, updated_at, status: 'TENTATIVE', path: pagePaths.harvest },
    summary: `${hop} harvest${kind === 'wet' ? ' (wet hops)' : ''}`,
    description: `About ${formatPounds(row.pounds)} at ${price}. The day is an estimate.${row.note ? `\n${row.note}` : ''}`,
  };
}

type Dated = Pick<HarvestDraft, 'status' | 'expected_on' | 'days'>;

const DAY_OVER = 'This day is over.';

/** What has passed may stay, but nothing new may be planned for it. */
function requireDaysToCome({ status, expected_on, days }: Dated, before: store.HarvestRow | undefined, today: string) {
  const waits = status === 'growing' || status === 'ripening';
  if (waits && expected_on < today && expected_on !== before?.expected_on) throw invalid({ expected_on: [DAY_OVER] });
  const index = days.findIndex(
    ({ id, day }) => day < today && day !== before?.days.find((each) => each.id === id)?.day,
  );
  if (index !== -1) throw invalid({ [`days.${index}.day`]: [DAY_OVER] });
}

function requireFitOfKind({ kind, status, days }: Pick<HarvestDraft, 'kind' | 'status' | 'days'>): void {
  if (kind === 'wet' && status === 'kiln') throw invalid({ status: ['Wet hops do not go through the kiln.'] });
  if (kind === 'dried' && days.length > 0) throw invalid({ days: ['Only wet hops have pickup days.'] });
}
