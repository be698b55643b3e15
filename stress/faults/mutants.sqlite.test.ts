import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { all } from './mutants.ts';

// They run for an hour, by hand: npm run faults -- mutants
test.each(all)('the code still has the place that a mutant changes: it $what', ({ file, find, put }) => {
  const [, ...rest] = readFileSync(file, 'utf8').split(find);

  expect(rest).toHaveLength(1);
  expect(put).not.toBe(find);
});
