// Runs before each test file on PostgreSQL: records what every transaction locks, and fails the file if one breaks the order.
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { lockViolations } from './lock-order.ts';

const WRITE = /(?<!(?:do|for|key) )\b(?:update|delete from|insert into)\s+"?(\w+)"?/gi;
const READ = /\b(?:from|join)\s+"?(\w+)"?/gi;

const transactions = new WeakMap<pg.Client, string[]>();
const violations = new Set<string>();

function tablesLocked(statement: string): string[] {
  if (/^\s*insert\b/i.test(statement) && !/\bon conflict\b/i.test(statement)) return [];
  const pattern = /\bfor (?:no key )?(?:update|share)\b/i.test(statement) ? READ : WRITE;
  return [...statement.matchAll(pattern)].map(([, table = '']) => table);
}

const SHARED_ROWS = ['books', 'lot numbers', 'last invoice'];

function lockName(table: string, values: unknown[]): string {
  if (table !== 'shop_state') return table;
  return SHARED_ROWS.find((name) => values.includes(name)) ?? 'shop_state of a job';
}

function record(client: pg.Client, statement: string, values: unknown[]): void {
  if (/^\s*begin\b/i.test(statement)) transactions.set(client, []);
  const locks = transactions.get(client);
  if (!locks) return;
  // Migrations wait for everything else.
  if (/^\s*(?:create|alter|drop)\b/i.test(statement)) transactions.delete(client);
  if (/^\s*(?:commit|rollback(?! to))\b/i.test(statement)) {
    transactions.delete(client);
    for (const violation of lockViolations(locks)) violations.add(`${violation}: ${locks.join(', ')}`);
  }
  for (const table of tablesLocked(statement)) {
    const name = lockName(table, values);
    if (!locks.includes(name)) locks.push(name);
  }
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = new Proxy(query, {
  apply(original, client, args) {
    const [first, second] = args;
    record(client, String(first?.text ?? first), first?.values ?? second ?? []);
    return Reflect.apply(original, client, args);
  },
});

afterAll(() => {
  pg.Client.prototype.query = query;
  expect([...violations]).toEqual([]);
});
