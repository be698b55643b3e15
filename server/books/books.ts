// The books of a month, and closing it for good.
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Person } from '#contracts/accounts.ts';
import { type BookLayout, bookLayouts, bookTypes, daysOfMonth, formatMonth, monthOf } from '#contracts/book-types.ts';
import type { Books } from '#contracts/books.ts';
import { farmDay, formatShortDateTime } from '#contracts/dates.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { timesOf } from '#server/farm-days.ts';
import { conflict, invalid } from '#server/http-errors.ts';
import { addDay, noTotals, sumOf, type Totals, typesOf } from './book-totals.ts';
import * as store from './books.store.ts';
import { createDays, GRACE_MS } from './day-totals.ts';
import { compressMonth, monthFile } from './month-files.ts';

type Deps = { database: Database; audit: AuditWriter; now: Clock; report(error: Error, what: string): void };

export type FarmBooks = ReturnType<typeof createBooks>;

export function createBooks({ database, audit, now, report }: Deps) {
  const { db, transaction } = database;
  const days = createDays({ database, now, report });
  return { find, close, open, keepUp, days };

  async function find(asked: string | undefined): Promise<{ data: Books }> {
    const today = farmDay(now().toISOString());
    const month = asked ?? monthOf(today);
    const [closed, files, closed_months, firstOrderAt] = await Promise.all([
      store.findClosed(db, month),
      store.listFiles(db, month),
      store.listClosed(db),
      store.firstOrderAt(db),
    ]);
    const [stored] = files;
    const totals: Totals = stored ? JSON.parse(stored.totals) : await totalsOf(month);
    const { to } = daysOfMonth(month);
    const open = today > to ? 'over' : 'running';
    return {
      data: {
        ...{ month, closed_months, state: stored ? 'closed' : closed ? 'closing' : open },
        ...{ closable_at: closableAt(month), closed: closed ?? null },
        files: bookLayouts.flatMap((layout) => files.filter((file) => file.layout === layout)).map(toFile),
        ...{ totals: listTotals(totals), sales: dollarsOf(totals, 'sales'), money: dollarsOf(totals, 'money') },
        first_month: monthOf(firstOrderAt ? farmDay(firstOrderAt) : today),
      },
    };
  }

  /** The stored file of a closed month; of any other, the rows as they are now. */
  async function open(month: string, layout: BookLayout): Promise<Readable> {
    const stored = await store.readFile(db, month, layout);
    return stored === undefined
      ? Readable.from(monthFile(db, month, layout))
      : Readable.from([Buffer.from(stored, 'base64')]).pipe(createGunzip());
  }

  async function close(month: string, actor: Person): Promise<{ data: Books }> {
    if (closableAt(month) > now().toISOString())
      throw invalid({
        month: [
          `${formatMonth(month)} can be closed from ${formatShortDateTime(closableAt(month), now().toISOString())}.`,
        ],
      });
    const undecided = await store.findUndecided(db, timesOf(daysOfMonth(month)));
    if (undecided)
      throw conflict(`Order ${undecided.id} still waits for its payment. Close the month once it is decided.`);
    await transaction([], async (tx) => {
      await store.lock(tx);
      const closed = await store.close(tx, { month, closed_at: now().toISOString(), account_id: actor.id });
      if (!closed) throw conflict(`${formatMonth(month)} is closed already.`);
      await audit.record(tx, { actor, action: 'month closed', subject: formatMonth(month) });
    });
    await storeFiles(month);
    return find(month);
  }

  /** Nothing is dated into the month any more, so its rows can be read without a lock. */
  async function storeFiles(month: string): Promise<void> {
    const { files, totals } = await compressMonth(db, month);
    await transaction([], (tx) =>
      store.storeFiles(
        tx,
        files.map((file) => ({ ...file, month, totals: JSON.stringify(totals) })),
      ),
    );
  }

  async function totalsOf(month: string): Promise<Totals> {
    const totals = noTotals();
    for (const day of (await days.read(daysOfMonth(month))).values()) addDay(totals, day);
    return totals.types;
  }

  /** Finishes what a killed process left, and counts the days that are over, so that the pages need not. */
  async function keepUp(isStopping: () => boolean): Promise<void> {
    for (const month of await store.listWithoutFiles(db)) await storeFiles(month);
    await days.keepUp(isStopping);
  }
}

const closableAt = (month: string): string =>
  new Date(Date.parse(timesOf(daysOfMonth(month)).to) + GRACE_MS).toISOString();

const toFile = ({ layout, bytes, sha256 }: { layout: string; bytes: number; sha256: string }) => ({
  layout: layout === 'quickbooks' ? ('quickbooks' as const) : ('lines' as const),
  bytes,
  sha256,
});

const listTotals = (totals: Totals): Books['totals'] =>
  typesOf(totals).flatMap((type) => {
    const { rows = 0, pounds = 0, amount_cents = 0 } = totals[type] ?? {};
    return { type, side: bookTypes[type], rows, pounds, amount: amount_cents / 100 };
  });

const dollarsOf = (totals: Totals, side: 'sales' | 'money'): number => sumOf(totals, side).amount_cents / 100;
