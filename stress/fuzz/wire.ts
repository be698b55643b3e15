// Raw bytes that no HTTP client sends. Each attack must end with a status below 500 or a closed connection.
import { connect } from 'node:net';
import { securityNames } from './assert-response.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** `ends`: we close our half after the last byte. `trickles`: we send a byte per second until the shop hangs up. */
type Wire = { name: string; bytes: Buffer; after: 'ends' | 'waits' | 'trickles' };
export type WireTally = { tried: Map<string, number>; findings: string[] };

const GET = 'GET /api/blogs HTTP/1.1\r\nhost: x\r\n';
const POST = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const CHUNKED = `${POST}transfer-encoding: chunked\r\n\r\n`;
const GOOD = '{"email":"a@b.example","password":"x"}';
/** Longer than the shop waits for an unfinished request. */
const TIMEOUT_MS = 90_000;
const CONCURRENCY = 8;

type Attack = { name: string; make(random: SeededRandom): string | Buffer; after?: Wire['after'] };

const attacks: readonly [Attack, ...Attack[]] = [
  { name: 'random bytes', make: (random) => random.bytes(1 + random.below(2000)) },
  {
    name: 'random after a request line',
    make: (random) => Buffer.concat([latin('GET / HTTP/1.1\r\n'), random.bytes(300)]),
  },
  {
    name: 'a TLS hello',
    make: (random) => Buffer.concat([Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), random.bytes(500)]),
  },
  { name: 'an HTTP/2 preface', make: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { name: 'half a request', make: (random) => GET.slice(0, 1 + random.below(GET.length - 1)) },
  { name: 'half a body', make: () => `${POST}content-length: 500\r\n\r\n${GOOD}` },
  { name: 'huge header', make: (random) => `${GET}x: ${'y'.repeat(random.pick([16_000, 20_000, 300_000]))}\r\n\r\n` },
  {
    name: 'many headers',
    make: (random) =>
      `${GET}${Array.from({ length: random.pick([150, 1900, 5000]) }, (_, n) => `n${n}: 1\r\n`).join('')}connection: close\r\n\r\n`,
  },
  {
    name: 'long URL',
    make: (random) =>
      `GET /${'a'.repeat(random.pick([5000, 15_000, 70_000]))} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  },
  {
    name: 'pipelined',
    make: (random) => `${`${GET}\r\n`.repeat(1 + random.below(50))}${GET}connection: close\r\n\r\n`,
  },
  { name: 'pipelined with garbage', make: (random) => Buffer.concat([latin(`${GET}\r\n`), random.bytes(100)]) },
  {
    name: 'bad chunk',
    make: (random) =>
      `${POST}transfer-encoding: chunked\r\n\r\n${random.pick(['zz\r\nx\r\n', '-1\r\nx\r\n', 'ffffffffffffffffff\r\nx', '5\r\nxx\r\n0\r\n\r\n', `1;${'e'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`, '0\r\nx: y'])}`,
  },
  { name: 'one-byte chunks', make: (random) => `${CHUNKED}${'1\r\nx\r\n'.repeat(random.pick([30_000, 260_000]))}` },
  {
    name: 'length and chunks',
    make: () =>
      `${POST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n`,
  },
  {
    name: 'bad length',
    make: (random) =>
      `${POST}content-length: ${random.pick(['-1', '+5', '1e3', '5, 5', '99999999999999999999', '0x10', ''])}\r\n\r\n${GOOD}`,
  },
  { name: 'two lengths', make: () => `${POST}content-length: 5\r\ncontent-length: 38\r\n\r\n${GOOD}` },
  {
    name: 'odd transfer coding',
    make: (random) =>
      `${POST}transfer-encoding: ${random.pick(['gzip', 'chunked, identity', 'x', 'chunked, chunked', '\u000bchunked'])}\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'absolute form',
    make: (random) =>
      `GET ${random.pick(['http://x/api/blogs', 'http://evil.example/', 'https://x:99999/', 'http://', 'file:///etc/passwd'])} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  },
  {
    name: 'CONNECT',
    make: (random) => `CONNECT ${random.pick(['x:443', '127.0.0.1:25', '/', ''])} HTTP/1.1\r\nhost: x\r\n\r\n`,
  },
  { name: 'upgrade', make: () => `${GET}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n` },
  {
    name: 'star',
    make: (random) => `${random.pick(['OPTIONS', 'GET', 'POST'])} * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  },
  {
    name: 'odd version',
    make: (random) => `GET / HTTP/${random.pick(['0.9', '1.0', '1.2', '2.0', '9', ''])}\r\nhost: x\r\n\r\n`,
  },
  {
    name: 'odd header',
    make: (random) =>
      `${GET}${random.pick(['x\r\n', ': y\r\n', 'x : y\r\n', ' folded\r\n', 'x: a\0b\r\n', 'x: a\rb\r\n', '\u00e9: y\r\n', 'host: y\r\n'])}connection: close\r\n\r\n`,
  },
  { name: 'line feeds only', make: () => 'GET /api/blogs HTTP/1.1\nhost: x\nconnection: close\n\n' },
  {
    name: 'expectation',
    make: (random) =>
      `${POST}expect: ${random.pick(['100-continue', 'tea'])}\r\nconnection: close\r\ncontent-length: ${GOOD.length}\r\n\r\n${GOOD}`,
  },
  {
    name: 'corrupt request',
    make: (random) => corrupt(`${POST}content-length: ${GOOD.length}\r\nconnection: close\r\n\r\n${GOOD}`, random),
  },
];

const slow: readonly [Attack, ...Attack[]] = [
  { name: 'sends nothing', make: () => '', after: 'waits' },
  { name: 'stops in the headers', make: () => GET, after: 'waits' },
  { name: 'slow headers', make: () => `${GET}x: `, after: 'trickles' },
  { name: 'stops in the body', make: () => `${POST}content-length: 500\r\n\r\n${GOOD}`, after: 'waits' },
  { name: 'one-byte chunks without end', make: () => `${CHUNKED}${'1\r\nx\r\n'.repeat(30_000)}`, after: 'trickles' },
  { name: 'slow body', make: () => `${POST}content-length: 50000\r\n\r\n`, after: 'trickles' },
];

/** Runs each attack `count` times, then a good request. */
export async function fuzzWire(port: number, seed: number, count: number): Promise<WireTally> {
  return run(port, everyAttack(attacks, seed, count), CONCURRENCY);
}

/** All at once, because each lasts until the shop's timeout of a minute or more. */
export async function fuzzSlowly(port: number, seed: number, count: number): Promise<WireTally> {
  const all = everyAttack(slow, seed, count);
  return run(port, all, all.length);
}

function everyAttack(from: readonly Attack[], seed: number, count: number): Wire[] {
  return from.flatMap(({ name, make, after = 'ends' }) =>
    Array.from({ length: count }, (_, number) => {
      const request = make(seededRandom(seed, name, number));
      return { name, bytes: Buffer.isBuffer(request) ? request : latin(request), after };
    }),
  );
}

async function run(port: number, all: Wire[], concurrency: number): Promise<WireTally> {
  const tally: WireTally = { tried: new Map(), findings: [] };
  const waiting = [...all];
  const sender = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const problem = findProblem(await exchange(port, next));
      tally.tried.set(next.name, (tally.tried.get(next.name) ?? 0) + 1);
      if (problem)
        tally.findings.push(`${next.name}: ${problem}\n  base64 ${next.bytes.toString('base64').slice(0, 1500)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  const { status } = await fetch(`http://127.0.0.1:${port}/api/blogs`);
  if (status !== 200) tally.findings.push(`a good request afterwards returned ${status}`);
  return tally;
}

/** Everything received until the shop closed the connection, or undefined if it never did. */
function exchange(port: number, { bytes, after }: Wire): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Uint8Array[] = [];
    const timeout = setTimeout(() => finish(undefined), TIMEOUT_MS);
    const trickle = after === 'trickles' ? setInterval(() => socket.write('x'), 1000) : undefined;
    const finish = (received: string | undefined) => {
      clearTimeout(timeout);
      clearInterval(trickle);
      socket.destroy();
      resolve(received);
    };
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    // A reset also closes the connection.
    socket.on('error', () => {});
    socket.on('close', () => finish(Buffer.concat(chunks).toString('latin1')));
    if (after === 'ends') socket.end(bytes);
    else socket.write(bytes);
  });
}

function findProblem(received: string | undefined): string | undefined {
  if (received === undefined) return 'the connection was never closed';
  const final = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  if (final === '') return undefined;
  const [, status = '', head = ''] = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(.*?)\r\n\r\n/s.exec(final) ?? [];
  if (!/^[234]/.test(status)) return `the response is ${final.slice(0, 100)}`;
  const missing = securityNames.filter((name) => !head.toLowerCase().includes(`${name}:`));
  return missing.length > 0 ? `the ${status} response lacks ${missing.join(', ')}` : undefined;
}

function corrupt(valid: string, random: SeededRandom): Buffer {
  const bytes = latin(valid);
  for (let times = random.below(5); times >= 0; times -= 1) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

const latin = (text: string) => Buffer.from(text, 'latin1');
