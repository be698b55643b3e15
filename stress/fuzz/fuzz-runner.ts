// Throws requests at one call, judges each answer, and sees to it that what was refused changed nothing.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Answered, findViolations } from './assert-response.ts';
import { type FuzzRequest, fuzzRequest } from './fuzz-request.ts';
import type { FuzzShop } from './fuzz-shop.ts';
import { changedTables, tableChecksums } from './table-checksums.ts';
import { signature } from './targets.ts';

export type Finding = { what: string; thrown?: FuzzRequest };
export type Tally = { tried: number; accepted: number; statuses: Map<number, number>; findings: Finding[] };
type Result = { thrown: FuzzRequest; answered: Answered | undefined };

const BATCH = 50;
const AT_ONCE = 4;
const PATIENCE_MS = 20_000;
/** Each of their requests needs a session of its own. */
const endsSessions: string[] = ['POST /api/logout', 'PUT /api/account/password'];

type Throw = { seed: number; call: string; numbers: number[] };

export async function runFuzz(target: FuzzShop, { seed, call, numbers }: Throw): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const loggedBefore = target.logged.length;
  const tally: Tally = { tried: 0, accepted: 0, statuses: new Map(), findings: [] };
  for (let from = 0; from < numbers.length; from += BATCH)
    await batch(numbers.slice(from, from + BATCH).map((number) => fuzzRequest(seed, call, number)));
  agent.destroy();
  const errors = target.logged.slice(loggedBefore).filter((line) => line.includes('"level":"error"'));
  for (const line of errors.slice(0, 3)) tally.findings.push({ what: `the log says: ${line.slice(0, 600)}` });
  return tally;

  async function batch(all: FuzzRequest[]): Promise<void> {
    await target.settle();
    const before = await tableChecksums(target.database);
    const results = await sendAll(all);
    for (const result of results) judge(result);
    if (!results.some(wrote)) return sameAs(before, all);
    // Something was accepted, so the tables differ. Whatever was refused is sent once more by itself.
    const refused = results.filter((each) => !wrote(each)).map((each) => each.thrown);
    await target.settle();
    const again = await tableChecksums(target.database);
    const second = await sendAll(refused);
    for (const result of second) judge(result);
    if (!second.some(wrote)) await sameAs(again, refused);
  }

  async function sameAs(before: Map<string, string>, all: FuzzRequest[]): Promise<void> {
    const changed = changedTables(before, await tableChecksums(target.database));
    const [first] = all;
    if (changed.length > 0 && first)
      tally.findings.push({
        what: `refused requests ${first.number} to ${all.at(-1)?.number} changed ${changed}`,
        thrown: first,
      });
  }

  async function sendAll(all: FuzzRequest[]): Promise<Result[]> {
    const waiting = [...all];
    const results: Result[] = [];
    const sender = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results.push({ thrown: next, answered: await send(next) });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    return results;
  }

  async function send({ call, number, who, method, path, headers, body }: FuzzRequest): Promise<Answered | undefined> {
    const token = await target.tokenOf(who, endsSessions.includes(call));
    return new Promise((resolve) => {
      const sent = request(target.url, {
        ...{ agent, method, path, timeout: PATIENCE_MS },
        headers: {
          ...headers,
          ...(body && { 'content-length': body.length }),
          ...signature(call, number, body, target.port),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
      sent.on('response', (response) => {
        const status = response.statusCode ?? 0;
        text(response).then(
          (said) => resolve({ status, headers: response.headers, body: said }),
          () => resolve(undefined),
        );
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(undefined));
      sent.end(body);
    });
  }

  function judge({ thrown: sent, answered }: Result): void {
    tally.tried += 1;
    const wrong = answered ? findViolations(sent, answered) : ['there was no answer'];
    for (const what of wrong) tally.findings.push({ what, thrown: sent });
    const status = answered?.status ?? 0;
    if (status > 0 && status < 300) tally.accepted += 1;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  }
}

/** A declined card is a refusal that is written down: the order failed, its pounds came back. */
const wrote = ({ thrown: { method }, answered }: Result) =>
  method !== 'GET' && method !== 'HEAD' && answered !== undefined && (answered.status < 300 || answered.status === 402);
