// Shared state of a soak run: the current shop process, the responses people got, and findings.
import { Agent } from 'node:http';
import type { Acknowledged } from '#server/testing/invariants.ts';
import { type RequestOptions, sendRequest } from './http.ts';

/** One process of the shop, from start to exit. */
export type Instance = { url: string; killed: boolean };

export type SoakState = ReturnType<typeof createSoakState>;
export type Reply = { status: number; text: string };

type Options = {
  /** Waits while the shop restarts. */
  currentInstance(): Promise<Instance>;
  /** Whether requests may be rejected as busy. */
  allow503: boolean;
  agent?: Agent;
};

export function createSoakState({ currentInstance, allow503, agent = new Agent({ keepAlive: true }) }: Options) {
  const responses: Acknowledged[] = [];
  const findings: string[] = [];
  const state = { ended: false, responses, answered: 0, rejected: 0, cutOff: 0, findings, send, repeat, end };
  return state;

  /** Returns the reply, including a busy 503; undefined if the shop was killed in the meantime. */
  async function send(path: string, expected: number[], options: RequestOptions = {}): Promise<Reply | undefined> {
    const instance = await currentInstance();
    const name = `${options.method ?? 'GET'} ${path.replace(/\?.*/, '')}`;
    try {
      const { status, headers, text } = await sendRequest(instance.url + path, options, agent);
      if (expected.includes(status)) {
        state.answered += 1;
        return { status, text };
      }
      if (allow503 && status === 503 && headers['retry-after']) {
        state.rejected += 1;
        return { status, text };
      }
      // By a load balancer.
      if (instance.killed && status === 502) {
        state.cutOff += 1;
        return undefined;
      }
      state.findings.push(`${name} returned ${status}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
    } catch (error) {
      if (instance.killed) state.cutOff += 1;
      else state.findings.push(`${name} got no response: ${error instanceof Error ? error.message : error}`);
    }
    return undefined;
  }

  /** Ends the run once every actor has finished its current request. */
  async function end(actors: Promise<void>[]): Promise<void> {
    state.ended = true;
    await Promise.all(actors);
    agent.destroy();
  }

  /** Repeats the work, with a pause, until the run ends. */
  async function repeat(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!state.ended) {
      await work();
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    }
  }
}
