// Reads and writes raw rows of any table.
import { sql } from 'kysely';
import { createNumberJumps, type Kind } from '#server/database/migrate.ts';
import type { Db } from '#server/database/schema.ts';
import { LAST_INVOICE } from '#server/database/shop-state.store.ts';

export type Row = Record<string, unknown>;

const BATCH = 500;

/** Everything `work` reads is from one snapshot, while the shop keeps writing. */
export async function inSnapshot(db: Db, kind: Kind, work: (snapshot: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (snapshot) => {
    await sql.raw(kind === 'postgres' ? 'begin isolation level repeatable read read only' : 'begin').execute(snapshot);
    try {
      await work(snapshot);
    } finally {
      await sql.raw('commit').execute(snapshot);
    }
  });
}

export async function* readInBatches(db: Db, table: string, key: string[]): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last: Row | undefined;
  do {
    const values = last && sql.join(key.map((column) => last?.[column]));
    const { rows }: { rows: Row[] } = await sql<Row>`
      select * from ${sql.table(table)} ${values ? sql`where (${columns}) > (${values})` : sql``}
      order by ${columns} limit ${BATCH}`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

export async function countRows(db: Db, tables: string[]): Promise<number> {
  let total = 0;
  for (const table of tables) {
    const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    total += Number(rows[0]?.count);
  }
  return total;
}

export async function insertRows(tx: Db, table: string, rows: Row[]): Promise<void> {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const tuples = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(tuples)}`.execute(tx);
}

/** Moves the next id past the last one. SQLite does this by itself. */
export async function advanceIdSequence(tx: Db, table: string): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 1))`.execute(
    tx,
  );
}

export async function tableNames(db: Db, kind: Kind): Promise<string[]> {
  const { rows } = await (kind === 'postgres'
    ? sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
  ).execute(db);
  return rows.map(({ name }) => name);
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts union all select 1 from products union all select 1 from orders limit 1`.execute(db);
  return rows.length === 0;
}

/** The number of the last migration. */
export async function schemaVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select max(number) as number from migrations`.execute(db);
  return rows[0]?.number ?? 0;
}

/**
 * Payments made after the backup no longer have an order, so the next sweep must go back to that time. The search index is not
 * in the backup and must be rebuilt. The backup itself was being made when its rows were read. This runs on the schema of the backup, which may be older than this version's.
 */
export async function markRestored(tx: Db, kind: Kind, at: string): Promise<void> {
  const state = await stateTable(tx, kind);
  await sql`delete from ${state} where name in ('sweep from', 'order words', 'payments home', 'backup run')`.execute(
    tx,
  );
  await sql`insert into ${state} (name, value) values ('sweep from', ${at})`.execute(tx);
  await sql`update ${state} set value = '' where name in ('sweep', 'long sweep')`.execute(tx);
}

export type NumberKind = 'order' | 'invoice';
type Jump = { kind: NumberKind; from: number; to: number; at: string; why: string };

/** The schema may be older than this version's. */
export async function recordJump(tx: Db, database: Kind, { kind, from, to, at, why }: Jump): Promise<void> {
  await createNumberJumps(tx, database);
  await sql`
    insert into number_jumps (kind, from_number, to_number, at, why) values (${kind}, ${from}, ${to}, ${at}, ${why})`.execute(
    tx,
  );
}

/** The next number comes after `to`. */
export async function setLastNumber(tx: Db, database: Kind, kind: NumberKind, to: number): Promise<void> {
  if (kind === 'invoice') {
    const state = await stateTable(tx, database);
    await sql`delete from ${state} where name = ${LAST_INVOICE}`.execute(tx);
    await sql`insert into ${state} (name, value) values (${LAST_INVOICE}, ${String(to)})`.execute(tx);
  } else if (database === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('orders', 'id'), ${to})`.execute(tx);
  } else {
    await sql`delete from sqlite_sequence where name = 'orders'`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values ('orders', ${to})`.execute(tx);
  }
}

const stateTable = async (tx: Db, kind: Kind) =>
  sql.table((await tableNames(tx, kind)).includes('shop_state') ? 'shop_state' : 'shop_facts');
