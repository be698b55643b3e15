import { setTimeout as sleep } from 'node:timers/promises';
import { orderRequest } from './actors.ts';
import type { SoakState } from './state.ts';

const GIVE_UP_MS = 60_000;

/** Tries to buy until it works, and returns the milliseconds since then. */
export async function timeUntilSale(url: string, state: SoakState, since: number): Promise<number> {
  while (performance.now() - since < GIVE_UP_MS) {
    const request = orderRequest();
    const { status } = await fetch(`${url}/api/process-payment`, request);
    state.responses.push({ key: request.headers['idempotency-key'], status });
    if (status === 200) break;
    await sleep(50);
  }
  return performance.now() - since;
}
