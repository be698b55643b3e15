// Work that nobody waits for: sending mail, tidying, looking after payments. Each job runs now and then,
// never twice at once in this process; what several instances must not do twice, they settle by leases.

export type Jobs = ReturnType<typeof createJobs>;
/** Work that takes long asks in between whether it should stop. */
type Job = { name: string; seconds: number; run(isStopping: () => boolean): Promise<unknown> };
type Report = (error: Error, what: string) => void;

export function createJobs(jobs: Job[], report: Report) {
  const running = new Map<string, Promise<void>>();
  const rerun = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;
  return { add, start, trigger, runNow, stop };

  function add(job: Job): void {
    jobs.push(job);
  }

  function start(): void {
    for (const { name, seconds } of jobs) {
      timers.push(setInterval(() => trigger(name), seconds * 1000).unref());
      trigger(name);
    }
  }

  /** Now, or right after the run that is under way. */
  function trigger(name: string): void {
    if (stopped) return;
    if (running.has(name)) rerun.add(name);
    else running.set(name, runUntilIdle(name));
  }

  /** For whoever wants to see the outcome: a whole run that begins after this call. */
  async function runNow(name: string): Promise<void> {
    await running.get(name);
    trigger(name);
    await running.get(name);
  }

  async function runUntilIdle(name: string): Promise<void> {
    const job = jobs.find((each) => each.name === name);
    if (!job) throw new Error(`There is no job ${name}.`);
    try {
      do {
        rerun.delete(name);
        await job.run(() => stopped);
      } while (rerun.has(name) && !stopped);
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)), `The job ${name} did not finish.`);
    } finally {
      running.delete(name);
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    timers.forEach(clearInterval);
    await Promise.all(running.values());
  }
}
