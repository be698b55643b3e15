// Sends fuzz requests to one endpoint, checks each response, and verifies that rejected requests changed nothing.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type FuzzResponse, findViolations } from './assert-response.ts';
import { type FuzzRequest, fuzzRequest } from './fuzz-request.ts';
import type { FuzzShop } from './fuzz-shop.ts';
import { changedTables, tableChecksums } from './table-checksums.ts';
import { signature } from './targets.ts';

export type Finding = { problem: string; request?: FuzzRequest };
export type Tally = { tried: number; accepted: number; statuses: Map<number, number>; findings: Finding[] };
type Result = { request: FuzzRequest; response: FuzzResponse | undefined };

const BATCH = 50;
const CONCURRENCY = 4;
const TIMEOUT_MS = 60_000;
/** Each request to these needs its own session. */
const endsSessions: string[] = ['POST /api/logout', 'PUT /api/account/password'];

type Options = { seed: number; endpoint: string; numbers: number[] };

export async function runFuzz(target: FuzzShop, { seed, endpoint, numbers }: Options): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const linesBefore = target.logLines.length;
  const tally: Tally = { tried: 0, accepted: 0, statuses: new Map(), findings: [] };
  for (let from = 0; from < numbers.length; from += BATCH)
    await runBatch(numbers.slice(from, from + BATCH).map((number) => fuzzRequest(seed, endpoint, number)));
  agent.destroy();
  const errors = target.logLines.slice(linesBefore).filter((line) => line.includes('"level":"error"'));
  for (const line of errors.slice(0, 3)) tally.findings.push({ problem: `logged error: ${line.slice(0, 600)}` });
  return tally;

  async function runBatch(all: FuzzRequest[]): Promise<void> {
    await target.settle();
    const before = await tableChecksums(target.database);
    const results = await sendAll(all);
    for (const result of results) check(result);
    if (!results.some(wrote)) return expectUnchanged(before, all);
    // Something was accepted, so the tables differ. Send the rejected requests again by themselves.
    const rejected = results.filter((each) => !wrote(each)).map((each) => each.request);
    await target.settle();
    const again = await tableChecksums(target.database);
    const second = await sendAll(rejected);
    for (const result of second) check(result);
    if (!second.some(wrote)) await expectUnchanged(again, rejected);
  }

  async function expectUnchanged(before: Map<string, string>, all: FuzzRequest[]): Promise<void> {
    const changed = changedTables(before, await tableChecksums(target.database));
    const [first] = all;
    if (changed.length > 0 && first)
      tally.findings.push({
        problem: `rejected requests ${first.number} to ${all.at(-1)?.number} changed ${changed}`,
        request: first,
      });
  }

  async function sendAll(all: FuzzRequest[]): Promise<Result[]> {
    const waiting = [...all];
    const results: Result[] = [];
    const sender = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results.push({ request: next, response: await send(next) });
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sender));
    return results;
  }

  async function send(fuzz: FuzzRequest): Promise<FuzzResponse | undefined> {
    const { number, actor, method, path, headers, body } = fuzz;
    const token = await target.tokenOf(actor, endsSessions.includes(endpoint));
    return new Promise((resolve) => {
      const sent = request(target.url, {
        agent,
        method,
        path,
        timeout: TIMEOUT_MS,
        headers: {
          ...headers,
          ...(body && { 'content-length': body.length }),
          ...signature(endpoint, number, body, target.port),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
      sent.on('response', (response) => {
        const status = response.statusCode ?? 0;
        text(response).then(
          (content) => resolve({ status, headers: response.headers, body: content }),
          () => resolve(undefined),
        );
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(undefined));
      sent.end(body);
    });
  }

  function check({ request: sent, response }: Result): void {
    tally.tried += 1;
    const problems = response ? findViolations(sent, response) : ['there was no response'];
    for (const problem of problems) tally.findings.push({ problem, request: sent });
    const status = response?.status ?? 0;
    if (status > 0 && status < 300) tally.accepted += 1;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  }
}

/** Declined cards count as writes: the order failed and its stock was released. */
const wrote = ({ request: { method }, response }: Result) =>
  method !== 'GET' && method !== 'HEAD' && response !== undefined && (response.status < 300 || response.status === 402);
