// Runs the operations of staff and buyers at random, several at once, and reports what no request may ever cause.
import type { ApiClient } from '#server/testing/api-client.ts';
import { newSeed, seededRandom } from '#stress/fuzz/seeded-random.ts';
import { type Operation, randomOperations } from './operations.ts';

const AT_ONCE = 8;

type Shop = Parameters<typeof randomOperations>[0];
type Run = { staff: ApiClient; goOn(done: number): boolean };

/** Operations by name and status, and the ones that the server failed at. */
export async function runAtRandom(shop: Shop, { staff, goOn }: Run) {
  const random = seededRandom(newSeed());
  const operations: [string, Operation][] = Object.entries(await randomOperations(shop, staff, random));
  const counts = new Map<string, number>();
  const failures: string[] = [];
  let done = 0;
  let slowestMs = 0;
  const work = async () => {
    while (goOn(done)) {
      done += 1;
      const [name, operate] = operations[random.below(operations.length)] ?? [];
      const started = performance.now();
      const answer = await operate?.();
      slowestMs = Math.max(slowestMs, performance.now() - started);
      if (!answer) continue;
      const outcome = `${name} ${answer.status}`;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (answer.status >= 500) failures.push(`${outcome}: ${JSON.stringify(answer.body)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, counts, failures, slowestMs };
}
