// A day at the shop, as the soak sees it: where the shop is, what people were told, and whatever was not in order.
import { Agent } from 'node:http';
import type { Acknowledged } from '#server/testing/invariants.ts';
import { type Asked, sendRequest } from './http.ts';

/** One process of the shop, from its start to its end. */
export type Life = { url: string; killed: boolean };

export type SoakState = ReturnType<typeof createSoakState>;
export type Heard = { status: number; text: string };

type Options = {
  /** Waits while the shop is away. */
  where(): Promise<Life>;
  /** Whether somebody may be asked to come again. */
  mayRefuse: boolean;
};

export function createSoakState({ where, mayRefuse }: Options) {
  const told: Acknowledged[] = [];
  const findings: string[] = [];
  const day = { over: false, told, answered: 0, refused: 0, cut: 0, findings, ask, until, end };
  const agent = new Agent({ keepAlive: true });
  return day;

  /** The answer, also where it is to come again (503); nothing when the shop was killed meanwhile. */
  async function ask(path: string, fine: number[], asked: Asked = {}): Promise<Heard | undefined> {
    const life = await where();
    const name = `${asked.method ?? 'GET'} ${path.replace(/\?.*/, '')}`;
    try {
      const { status, headers, text } = await sendRequest(life.url + path, asked, agent);
      if (fine.includes(status)) {
        day.answered += 1;
        return { status, text };
      }
      if (mayRefuse && status === 503 && headers['retry-after']) {
        day.refused += 1;
        return { status, text };
      }
      day.findings.push(`${name} was answered ${status}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
    } catch (error) {
      if (life.killed) day.cut += 1;
      else day.findings.push(`${name} was not answered: ${error instanceof Error ? error.message : error}`);
    }
    return undefined;
  }

  /** When everybody has what they asked for they leave. */
  async function end(people: Promise<void>[]): Promise<void> {
    day.over = true;
    await Promise.all(people);
    agent.destroy();
  }

  /** Does this again and again, with a pause, until the day is over. */
  async function until(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!day.over) {
      await work();
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    }
  }
}
