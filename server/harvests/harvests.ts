// The harvest board. Those who follow a harvest get one email when its day changes, queued in the transaction that changes it.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import type { Product } from '#contracts/catalog.ts';
import type { HarvestDraft, ManagedHarvest } from '#contracts/harvests.ts';
import { cents, toCents, toDollars } from '#contracts/money.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { type CalendarEntry, writeCalendar } from './calendar.ts';
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
};
type Revision = Omit<HarvestDraft, 'product_id'> & { version: number };

export function createHarvests({ database, outbox, audit, sender, now, findProduct }: Deps) {
  const { db, transaction } = database;
  return { list, listManaged, add, revise, callOff, calendar };

  async function list() {
    return { data: (await store.listPublic(db)).map(store.toHarvest) };
  }

  async function listManaged() {
    return { data: (await store.list(db)).map(toManaged) };
  }

  async function add({ product_id, price, ...draft }: HarvestDraft, actor: Person) {
    requireStepOfKind(draft);
    return {
      data: await transaction(['harvests'], async (tx) => {
        const product = await findProduct(tx, product_id);
        if (!product) throw notFound('Product not found.');
        const at = now().toISOString();
        const harvest = { ...draft, product_id, price_cents: toCents(price), uid: randomUUID() };
        const id = await store.insert(tx, { ...harvest, created_at: at, updated_at: at });
        await audit.record(tx, { actor, action: 'harvest added', subject: product.name, subject_id: id });
        return toManaged(await require(tx, id));
      }),
    };
  }

  async function revise(id: number, { version, price, ...draft }: Revision, actor: Person) {
    requireStepOfKind(draft);
    return {
      data: await transaction(['harvests'], async (tx) => {
        const before = await require(tx, id);
        const moved = before.expected_on !== draft.expected_on;
        const change = { ...draft, price_cents: toCents(price), updated_at: now().toISOString() };
        const moves = before.moves + (moved ? 1 : 0);
        if (!(await store.revise(tx, { id, version }, { ...change, moves })))
          throw conflict('Someone else changed this harvest. Nothing was saved.', toManaged(await require(tx, id)));
        const after = await require(tx, id);
        if (moved) await emailFollowers(tx, after, before.expected_on);
        await audit.record(tx, { actor, action: 'harvest revised', subject: after.hop, subject_id: id });
        return toManaged(after);
      }),
    };
  }

  async function callOff(id: number, actor: Person) {
    return transaction(['harvests'], async (tx) => {
      const harvest = await require(tx, id);
      const followers = await store.listFollowers(tx, id);
      if (!(await store.callOff(tx, id, now().toISOString()))) throw notFound(NOT_FOUND);
      const entry = { ...toEntry(harvest), moves: harvest.moves + 1, updated_at: now().toISOString() };
      if (harvest.status !== 'ready')
        await outbox.queue(tx, ...followers.map((follower) => calledOffEmail(follower, entry, sender())));
      await store.removeFollowers(tx, id);
      await audit.record(tx, { actor, action: 'harvest taken off', subject: harvest.hop, subject_id: id });
      return { message: `${harvest.hop} is off the board.` };
    });
  }

  async function emailFollowers(tx: Db, harvest: store.HarvestRow, was: string): Promise<void> {
    const followers = await store.listFollowers(tx, harvest.id);
    const entry = toEntry(harvest);
    await outbox.queue(tx, ...followers.map((follower) => movedEmail(follower, { entry, was }, sender())));
  }

  /** For calendar programs to subscribe to. */
  async function calendar(): Promise<string> {
    return writeCalendar((await store.listPublic(db)).map(toEntry), sender());
  }

  async function require(tx: Db, id: number): Promise<store.HarvestRow> {
    const harvest = await store.find(tx, id);
    if (!harvest) throw notFound(NOT_FOUND);
    return harvest;
  }
}

const NOT_FOUND = 'Harvest not found.';

const toManaged = (row: store.HarvestRow): ManagedHarvest => ({
  ...store.toHarvest(row),
  followers: Number(row.followers ?? 0),
  hidden: row.deleted_at !== null,
  version: row.version,
});

function toEntry({
  uid,
  moves,
  hop,
  kind,
  expected_on,
  pounds,
  note,
  updated_at,
  price_cents,
}: store.HarvestRow): CalendarEntry {
  return { uid, moves, hop, kind, expected_on, pounds, note, updated_at, price: toDollars(cents(price_cents)) };
}

function requireStepOfKind({ kind, status }: Pick<HarvestDraft, 'kind' | 'status'>): void {
  if (kind === 'wet' && status === 'kiln') throw invalid({ status: ['Wet hops do not go through the kiln.'] });
}
