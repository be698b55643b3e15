import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

test('no more work runs at a time than there are places, and all of it gets its turn', async () => {
  const inTurn = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const done: number[] = [];

  await Promise.all(
    [1, 2, 3, 4, 5, 6].map((piece) =>
      inTurn(async () => {
        running += 1;
        most = Math.max(most, running);
        await after(2);
        running -= 1;
        done.push(piece);
      }),
    ),
  );

  expect([most, done.toSorted((a, b) => a - b)]).toEqual([2, [1, 2, 3, 4, 5, 6]]);
});

test('work that fails gives its place to the next', async () => {
  const inTurn = limitConcurrency(1);
  const failing = () => Promise.reject(new Error('damaged'));

  const outcomes = await Promise.allSettled([inTurn(failing), inTurn(failing), inTurn(async () => 'fine')]);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
