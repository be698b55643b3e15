// A row count and checksum of every table, to detect changes.
import { createHash } from 'node:crypto';
import { backedUpTables } from '#server/backup/backed-up-tables.ts';
import type { Database } from '#server/database/database.ts';
import type { Tables } from '#server/database/schema.ts';

/** Without `rate_limits` and `sessions`: rejected requests count toward limits and update the last use of a session. */
const comparedTables: (keyof Tables)[] = [
  ...backedUpTables.map(({ name }) => name),
  'password_resets',
  'order_search_terms',
];

export type TableChecksums = Map<string, string>;

export async function tableChecksums({ db }: Database): Promise<TableChecksums> {
  const sums: TableChecksums = new Map();
  for (const name of comparedTables) {
    const rows = await db.selectFrom(name).selectAll().execute();
    const lines = rows.map((row) => JSON.stringify(row)).sort((a, b) => (a < b ? -1 : 1));
    sums.set(name, `${rows.length} rows ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)}`);
  }
  return sums;
}

export function changedTables(before: TableChecksums, after: TableChecksums): string[] {
  return [...after].flatMap(([name, sum]) =>
    before.get(name) === sum ? [] : `${name}: ${before.get(name)} -> ${sum}`,
  );
}
