import { expect, test } from 'vitest';
import { createJobs } from './jobs.ts';

test('a job triggered while it runs runs once more, and never twice at once', async () => {
  let active = 0;
  let runs = 0;
  const run = async () => {
    active += 1;
    expect(active).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    runs += 1;
    active -= 1;
  };
  const jobs = createJobs([{ name: 'mail', seconds: 60, run }], () => {});

  jobs.trigger('mail');
  jobs.trigger('mail');
  jobs.trigger('mail');
  await jobs.runNow('mail');

  expect(runs).toBe(3);
});

test('reports a failing job and runs it again next time', async () => {
  const reported: string[] = [];
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 1) throw new Error('connection refused');
  };
  const jobs = createJobs([{ name: 'mail', seconds: 60, run: work }], ({ message }, what) =>
    reported.push(`${what} ${message}`),
  );

  await jobs.runNow('mail');
  await jobs.runNow('mail');

  expect(runs).toBe(2);
  expect(reported).toEqual(['Job mail failed. connection refused']);
});

test('stop waits for the current run', async () => {
  let done = false;
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done = true;
  };
  const jobs = createJobs([{ name: 'mail', seconds: 60, run: work }], () => {});
  jobs.start();

  await jobs.stop();

  expect(done).toBe(true);
});
