import { expect, test } from 'vitest';
import { createJobs } from './jobs.ts';

test('a job wanted twice while it runs runs once more, and never twice at once', async () => {
  let inside = 0;
  let runs = 0;
  const run = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    runs += 1;
    inside -= 1;
  };
  const jobs = createJobs([{ name: 'mail', seconds: 60, run }], () => {});

  jobs.trigger('mail');
  jobs.trigger('mail');
  jobs.trigger('mail');
  await jobs.runNow('mail');

  expect(runs).toBe(3);
});

test('a failing job is reported and runs again next time', async () => {
  const reported: string[] = [];
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 1) throw new Error('no line to the post office');
  };
  const jobs = createJobs([{ name: 'mail', seconds: 60, run: work }], ({ message }, what) =>
    reported.push(`${what} ${message}`),
  );

  await jobs.runNow('mail');
  await jobs.runNow('mail');

  expect(runs).toBe(2);
  expect(reported).toEqual(['The job mail did not finish. no line to the post office']);
});

test('stopping waits for the run that is under way', async () => {
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
