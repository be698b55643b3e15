import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

test('never runs more tasks at once than allowed, and runs all of them', async () => {
  const limited = limitConcurrency(2);
  let running = 0;
  let max = 0;
  const done: number[] = [];

  await Promise.all(
    [1, 2, 3, 4, 5, 6].map((task) =>
      limited(async () => {
        running += 1;
        max = Math.max(max, running);
        await sleep(2);
        running -= 1;
        done.push(task);
      }),
    ),
  );

  expect([max, done.toSorted((a, b) => a - b)]).toEqual([2, [1, 2, 3, 4, 5, 6]]);
});

test('a failed task frees its slot for the next', async () => {
  const limited = limitConcurrency(1);
  const failing = () => Promise.reject(new Error('damaged'));

  const outcomes = await Promise.allSettled([limited(failing), limited(failing), limited(async () => 'fine')]);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
