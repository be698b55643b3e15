// Samples the memory and open handles of a process, and measures growth.
import type { RunningShop } from '#scripts/running-shop.ts';

export type Sample = { at: number; rss: number; heap: number; handles: number };

export const METRICS_TOKEN = 'for the soak and nobody else';

/** Memory in MB. */
export async function sampleOf({ url }: RunningShop): Promise<Sample> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const metrics = await response.text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
  return {
    at: performance.now(),
    rss: value('process_resident_memory_bytes') / 2 ** 20,
    heap: value('nodejs_heap_size_used_bytes') / 2 ** 20,
    handles: value('process_open_fds'),
  };
}

/** Growth per hour, by linear regression. */
export function slopeOf(samples: Sample[], read: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / (values.length || 1);
  const [meanTime, meanValue] = [mean(samples.map(({ at }) => at)), mean(samples.map(read))];
  const covariance = samples.reduce((sum, each) => sum + (each.at - meanTime) * (read(each) - meanValue), 0);
  const variance = samples.reduce((sum, each) => sum + (each.at - meanTime) ** 2, 0);
  return variance === 0 ? 0 : (covariance / variance) * 3_600_000;
}
