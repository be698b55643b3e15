// Runs the migrations: numbered steps, each run once, all in one transaction.
import { setTimeout } from 'node:timers/promises';
import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { shop } from '#server/database/migrations/0001-shop.ts';
import { products } from '#server/database/migrations/0002-products.ts';
import { accounts } from '#server/database/migrations/0003-accounts.ts';
import { stockLedger } from '#server/database/migrations/0004-stock-ledger.ts';
import { orders } from '#server/database/migrations/0005-orders.ts';
import { totals } from '#server/database/migrations/0006-totals.ts';
import { lots } from '#server/database/migrations/0007-lots.ts';
import { orderIndexes } from '#server/database/migrations/0008-order-indexes.ts';
import { staff } from '#server/database/migrations/0009-staff.ts';
import { plainNames } from '#server/database/migrations/0010-plain-names.ts';
import { checkouts } from '#server/database/migrations/0011-checkouts.ts';
import { revenueByDay } from '#server/database/migrations/0013-revenue-by-day.ts';
import { refundReason } from '#server/database/migrations/0014-refund-reason.ts';
import { mailLog } from '#server/database/migrations/0015-mail-log.ts';
import { people } from '#server/database/migrations/0016-people.ts';
import { posts } from '#server/database/migrations/0017-posts.ts';
import { pictures } from '#server/database/migrations/0018-pictures.ts';
import { settings } from '#server/database/migrations/0019-settings.ts';
import { customers } from '#server/database/migrations/0020-customers.ts';
import { priceTiers } from '#server/database/migrations/0021-price-tiers.ts';
import { terms } from '#server/database/migrations/0022-terms.ts';
import { emailInvoice } from '#server/database/migrations/0023-email-invoice.ts';
import { shipments } from '#server/database/migrations/0024-shipments.ts';
import { orderNotes } from '#server/database/migrations/0025-order-notes.ts';
import { invoicePayments } from '#server/database/migrations/0026-invoice-payments.ts';
import { changedOrders } from '#server/database/migrations/0027-changed-orders.ts';
import { books } from '#server/database/migrations/0029-books.ts';
import { resaleCertificates } from '#server/database/migrations/0030-resale-certificates.ts';
import { invoiceRefunds } from '#server/database/migrations/0031-invoice-refunds.ts';
import { cardFees } from '#server/database/migrations/0032-card-fees.ts';
import { lotStock } from '#server/database/migrations/0033-lot-stock.ts';
import { harvests } from '#server/database/migrations/0034-harvests.ts';
import { alerts } from '#server/database/migrations/0035-alerts.ts';
import { reservations } from '#server/database/migrations/0036-reservations.ts';
import { openByDay } from '#server/database/migrations/0037-open-by-day.ts';
import { ordersToPack } from '#server/database/migrations/0038-orders-to-pack.ts';
import { moneyBack } from '#server/database/migrations/0039-money-back.ts';
import { confirmedAccounts } from '#server/database/migrations/0040-confirmed-accounts.ts';
import { firstCurrentLot } from '#server/database/migrations/0041-first-current-lot.ts';
import { oldFaults } from '#server/database/migrations/0042-old-faults.ts';
import { numberJumps } from '#server/database/migrations/0043-number-jumps.ts';
import { ordersNotCompleted } from '#server/database/migrations/0044-orders-not-completed.ts';
import { refundsOfPayments } from '#server/database/migrations/0045-refunds-of-payments.ts';
import { charges } from '#server/database/migrations/0046-charges.ts';
import { wholeCounts } from '#server/database/migrations/0047-whole-counts.ts';
import type { Tables } from './schema.ts';

export type Kind = 'sqlite' | 'postgres';

/** What differs between the two databases' SQL. */
type Dialect = {
  id: string;
  time: string;
  decimal: string;
  bytewiseText: string;
  withoutRowid: string;
  /** Triggers that reject updates and deletes. */
  appendOnly(table: string): string[];
  notAppendOnly(table: string): string[];
  /** A trigger that rejects updates only. */
  neverUpdated(table: string): string[];
  /** The next id comes after those that were copied. SQLite does this by itself. */
  continueIds(table: string): string[];
  /** `definition` is what follows `on`: SQLite can't rename an index. */
  renameIndex(from: string, to: string, definition: string): string[];
  /** Where another version may serve beside this one. */
  onPostgres(...statements: string[]): string[];
  onSqlite(...statements: string[]): string[];
};

export type Migration = { number: number; name: string; up(dialect: Dialect): string[] };

const migrations: Migration[] = [
  shop,
  products,
  accounts,
  stockLedger,
  orders,
  totals,
  lots,
  orderIndexes,
  staff,
  plainNames,
  checkouts,
  revenueByDay,
  refundReason,
  mailLog,
  people,
  posts,
  pictures,
  settings,
  customers,
  priceTiers,
  terms,
  emailInvoice,
  shipments,
  orderNotes,
  invoicePayments,
  changedOrders,
  books,
  resaleCertificates,
  invoiceRefunds,
  cardFees,
  lotStock,
  harvests,
  alerts,
  reservations,
  openByDay,
  ordersToPack,
  moneyBack,
  confirmedAccounts,
  firstCurrentLot,
  oldFaults,
  numberJumps,
  ordersNotCompleted,
  refundsOfPayments,
  charges,
  wholeCounts,
];

const newest = Math.max(...migrations.map(({ number }) => number));

const dialects: Record<Kind, Dialect> = {
  // autoincrement: ids are never reused.
  sqlite: {
    id: 'integer primary key autoincrement',
    time: 'text',
    decimal: 'real',
    bytewiseText: 'text',
    withoutRowid: 'without rowid',
    appendOnly: (table) =>
      ['update', 'delete'].map(
        (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table}
          begin select raise(abort, '${table} is append-only'); end`,
      ),
    notAppendOnly: (table) => ['update', 'delete'].map((verb) => `drop trigger ${table}_no_${verb}`),
    neverUpdated: (table) => [
      `create trigger ${table}_no_update before update on ${table}
        begin select raise(abort, '${table} are never updated'); end`,
    ],
    continueIds: () => [],
    renameIndex: (from, to, definition) => [`drop index ${from}`, `create index ${to} on ${definition}`],
    onPostgres: () => [],
    onSqlite: (...statements) => statements,
  },
  postgres: {
    id: 'integer generated by default as identity primary key',
    time: 'timestamptz',
    decimal: 'double precision',
    // Compared byte by byte, as in SQLite.
    bytewiseText: 'text collate "C"',
    withoutRowid: '',
    appendOnly: (table) => [
      `create function ${table}_only_grows() returns trigger language plpgsql
        as 'begin raise exception ''${table} is append-only''; end'`,
      `create trigger ${table}_only_grows before update or delete or truncate on ${table}
        for each statement execute function ${table}_only_grows()`,
    ],
    notAppendOnly: (table) => [`drop trigger ${table}_only_grows on ${table}`, `drop function ${table}_only_grows()`],
    neverUpdated: (table) => [
      `create function ${table}_no_update() returns trigger language plpgsql
        as 'begin raise exception ''${table} are never updated''; end'`,
      `create trigger ${table}_no_update before update on ${table}
        for each statement execute function ${table}_no_update()`,
    ],
    continueIds: (table) => [
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 0) + 1 from ${table}), false)`,
    ],
    renameIndex: (from, to) => [`alter index ${from} rename to ${to}`],
    onPostgres: (...statements) => statements,
    onSqlite: () => [],
  },
};

export const MIGRATION_LOCK = 7_304_121;
/**
 * An older version may be selling. A migration that waited for it while it holds locks itself would make sales wait, or wait for
 * them in a circle; so it gives up its locks soon, and tries again. It may not be the one that PostgreSQL ends after a second.
 */
const LOCK_TIMEOUT_MS = 300;
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_MS = 200;
const MAX_TRIES = 500;

type WithMigrations = Tables & { migrations: { number: number; name: string } };

export async function migrate(db: Kysely<Tables>, kind: Kind, version = newest): Promise<void> {
  if (version > newest)
    throw new Error(
      `The backup needs migration ${version}, but this version only knows ${newest}. Use a newer version.`,
    );
  const run = () =>
    db
      .withTables<Pick<WithMigrations, 'migrations'>>()
      .transaction()
      .execute(async (tx) => {
        // Instances that start together wait for each other; the second finds nothing left to do.
        if (kind === 'postgres') {
          await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
          await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(tx);
        }
        await sql`create table if not exists migrations (number integer primary key, name text not null)`.execute(tx);
        const rows = await tx.selectFrom('migrations').select('number').execute();
        const applied = new Set(rows.map((row) => row.number));
        rejectNewerSchema(applied);
        for (const migration of migrations) {
          if (migration.number <= version && !applied.has(migration.number)) await apply(tx, kind, migration);
        }
      });
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (Object(error).code !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
    }
    await setTimeout(RETRY_MS);
  }
}

/** In a schema that may be too old to have it. */
export const createNumberJumps = (tx: QueryExecutorProvider, kind: Kind): Promise<void> =>
  runAll(tx, kind, numberJumps);

async function apply(tx: Transaction<WithMigrations>, kind: Kind, migration: Migration) {
  await runAll(tx, kind, migration);
  await tx.insertInto('migrations').values({ number: migration.number, name: migration.name }).execute();
}

async function runAll(tx: QueryExecutorProvider, kind: Kind, { up }: Migration): Promise<void> {
  for (const statement of up(dialects[kind])) await sql.raw(statement).execute(tx);
}

function rejectNewerSchema(applied: Set<number>) {
  const current = Math.max(0, ...applied);
  if (current > newest)
    throw new Error(
      `The database is at migration ${current}, but this version only knows ${newest}. Start a newer version.`,
    );
}
