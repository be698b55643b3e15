/** Runs at most `max` tasks at a time; the rest wait in FIFO order. */
export function limitConcurrency(max: number) {
  const waiting: (() => void)[] = [];
  let free = max;
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
