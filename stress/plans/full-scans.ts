// Finds the statements that read a large table, or a large index, from one end to the other. One that stops at its limit does not.
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { Statement } from './record-statements.ts';

/** Rows. The tables that grow with the shop have more, with 100,000 orders. */
const LARGE = 5000;

export type FindScans = (statement: Statement) => Promise<string[]>;

export async function fullScanFinder(database: Database): Promise<FindScans> {
  const large = await largeNames(database);
  return database.kind === 'sqlite' ? onSqlite(database, large) : onPostgres(database, large);
}

/** Of tables and of partial indexes. */
async function largeNames({ db, kind }: Database): Promise<Set<string>> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ name: string; table: string; definition: string }>`
        select name, tbl_name as "table", coalesce(sql, '') as definition from sqlite_master where type in ('table', 'index')`
    : sql<{ name: string; table: string; definition: string }>`
        select tablename as name, tablename as "table", '' as definition from pg_tables where schemaname = 'public'
        union all select indexname, tablename, indexdef from pg_indexes where schemaname = 'public'`
  ).execute(db);
  const large = new Set<string>();
  for (const { name, table, definition } of rows) {
    const [, condition = 'true'] = /^create (?:unique )?index .* where (.*)$/is.exec(definition) ?? [];
    const counted = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} where ${sql.raw(condition)}`.execute(db);
    if (Number(counted.rows[0]?.rows) > LARGE) large.add(name);
  }
  return large;
}

function onSqlite({ db }: Database, large: Set<string>): FindScans {
  return async ({ text }) => {
    const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`));
    const details = rows.map(({ detail }) => detail);
    // In the order of an index or of the table, so that it stops at the limit.
    const stops =
      /\border by\b.*\blimit\b/is.test(text) && !details.some((detail) => detail.startsWith('USE TEMP B-TREE'));
    return details.filter((detail) => {
      const [isScan, name = '', index] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
      // A check of foreign keys is listed with an insert, but not made.
      if (!isScan || stops || (/^\s*insert/i.test(text) && !text.includes(name))) return false;
      const [, table = name] = new RegExp(`(\\w+)"? as "?${name}\\b`, 'i').exec(text) ?? [];
      return large.has(index ?? table);
    });
  };
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

function onPostgres({ db }: Database, large: Set<string>): FindScans {
  return async (statement) => {
    const scans = await scansWith('on', statement);
    // A table of 10,000 rows may be read as a whole by choice. What counts is whether it has to be.
    return scans.length === 0 ? [] : scansWith('off', statement);
  };

  async function scansWith(seqscan: 'on' | 'off', { text, values }: Statement): Promise<string[]> {
    const rows = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = ${sql.raw(seqscan)}`.execute(tx);
      const explain = CompiledQuery.raw(`explain (format json) ${text}`, values);
      return (await tx.executeQuery<{ 'QUERY PLAN': string | { Plan: Plan }[] }>(explain)).rows;
    });
    const [answer] = rows.map((row) => row['QUERY PLAN']);
    const [explained] = typeof answer === 'string' ? JSON.parse(answer) : (answer ?? []);
    return scansIn(explained.Plan, large, false);
  }
}

/** A limit stops what is below it, unless that sorts or adds up first. */
function scansIn(plan: Plan, large: Set<string>, stops: boolean): string[] {
  const { 'Node Type': node, 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition } = plan;
  const reads = index ?? table;
  const isScan = /Scan$/.test(node) && !condition && large.has(reads) && !/^Bitmap Heap/.test(node);
  const stopsBelow = node === 'Limit' || (stops && !/Sort|Aggregate|Hash/.test(node));
  const own = isScan && !(stops && index) ? [`${node} on ${reads}`] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((each) => scansIn(each, large, stopsBelow))];
}
