// Background jobs: sending email, cleaning up, reconciling payments. Each job runs periodically and never twice at once in
// this process. Leases in the database keep several instances from doing the same work.

export type Jobs = ReturnType<typeof createJobs>;
/** Long-running jobs check `isStopping` between steps. */
type Job = { name: string; seconds: number; run(isStopping: () => boolean): Promise<unknown> };
type Report = (error: Error, what: string) => void;

export function createJobs(jobs: Job[], report: Report) {
  const running = new Map<string, Promise<void>>();
  const rerun = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;
  return { add, start, trigger, runNow, idle, stop };

  function add(job: Job): void {
    jobs.push(job);
  }

  function start(): void {
    for (const { name, seconds } of jobs) {
      timers.push(setInterval(() => trigger(name), seconds * 1000).unref());
      trigger(name);
    }
  }

  /** Runs the job now, or right after the current run. */
  function trigger(name: string): void {
    if (stopped) return;
    if (running.has(name)) rerun.add(name);
    else running.set(name, runUntilIdle(name));
  }

  /** For callers that wait for the result: completes a full run that starts after this call. */
  async function runNow(name: string): Promise<void> {
    await running.get(name);
    trigger(name);
    await running.get(name);
  }

  async function runUntilIdle(name: string): Promise<void> {
    const job = jobs.find((each) => each.name === name);
    if (!job) throw new Error(`Unknown job: ${name}.`);
    try {
      do {
        rerun.delete(name);
        await job.run(() => stopped);
      } while (rerun.has(name) && !stopped);
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)), `Job ${name} failed.`);
    } finally {
      running.delete(name);
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    timers.forEach(clearInterval);
    await idle();
  }

  /** Waits for the current runs. */
  async function idle(): Promise<void> {
    await Promise.all(running.values());
  }
}
