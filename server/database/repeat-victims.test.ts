import { expect, test } from 'vitest';
import { changedMeanwhile, repeatVictims } from './repeat-victims.ts';

test('a transaction that is a victim each time is tried five times, then its error is thrown', async () => {
  let tries = 0;
  const repeats: string[] = [];
  const run = async () => {
    tries += 1;
    throw changedMeanwhile('The row');
  };

  await expect(repeatVictims(run, ({ message }) => void repeats.push(message))).rejects.toThrow('The row was changed');
  expect([tries, repeats.length]).toEqual([5, 4]);
});

test('a transaction that fails for another reason is not repeated', async () => {
  let tries = 0;
  const run = async () => {
    tries += 1;
    throw new Error('The disk is full.');
  };

  await expect(repeatVictims(run, () => {})).rejects.toThrow('The disk is full.');
  expect(tries).toBe(1);
});
