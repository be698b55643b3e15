/** Runs as many pieces of work at a time as there are places; the others wait in the order they came. */
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
