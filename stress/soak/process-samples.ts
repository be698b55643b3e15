// What a process holds, looked at now and then, and whether it grows.
import type { RunningShop } from '#scripts/running-shop.ts';

export type Sample = { at: number; rss: number; heap: number; handles: number };

export const METRICS_TOKEN = 'for the soak and nobody else';

/** Memory in MB. */
export async function sampleOf({ url }: RunningShop): Promise<Sample> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const figures = await answer.text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(figures)?.[1] ?? 0);
  return {
    at: performance.now(),
    rss: figure('process_resident_memory_bytes') / 2 ** 20,
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    handles: figure('process_open_fds'),
  };
}

/** Growth per hour of the line that fits best. */
export function slopeOf(samples: Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / (values.length || 1);
  const [atMean, ofMean] = [mean(samples.map(({ at }) => at)), mean(samples.map(of))];
  const above = samples.reduce((sum, each) => sum + (each.at - atMean) * (of(each) - ofMean), 0);
  const below = samples.reduce((sum, each) => sum + (each.at - atMean) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 3_600_000;
}
