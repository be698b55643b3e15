import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { computeTables, FILES, fillIn, readCosts } from './capacity.ts';

const costs = {
  ...{ cachedPage: { shop: 100, database: 0 }, read: { shop: 1000, database: 500 } },
  ...{ order: { shop: 3000, database: 2000 }, list: { shop: 1000, database: 500 } },
  ...{ details: { shop: 2000, database: 1000 }, change: { shop: 3000, database: 1500 } },
  ...{ memoryMb: 150, orderBytes: 10_000, logBytes: 15_000 },
};

test('docs/capacity.md is what the benchmark results give', () => {
  const document = readFileSync(FILES.capacity, 'utf8');

  expect(fillIn(document, computeTables(readCosts(readFileSync(FILES.results, 'utf8'))))).toBe(document);
});

test('twice the cores take twice the orders, until everyone buys the same hop', () => {
  const rows = computeTables(costs).split('\n');

  expect(rows.find((row) => row.startsWith('| 2 |'))).toBe('| 2 | 1 | 14,000 | 280 | 280 | CPU |');
  expect(rows.find((row) => row.startsWith('| 8 |'))).toContain('| 1,120 | 500 | the row of the hop');
});

test('a missing figure is named, with the command that measures it', () => {
  expect(() => readCosts('## Costs\n\n| a cached page | 100 | 0 |\n')).toThrow(
    /what a page shows.*npm run bench -- costs/,
  );
});
