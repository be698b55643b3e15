// What no HTTP client sends, put on the wire byte by byte. Each attack ends with an answer below 500 or a closed connection.
import { connect } from 'node:net';
import { securityNames } from './assert-response.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** `ends`: we close our half after the last byte. `trickles`: it goes on, a byte a second, until the shop has had enough. */
type Wire = { name: string; bytes: Buffer; after: 'ends' | 'waits' | 'trickles' };
export type WireTally = { tried: Map<string, number>; findings: string[] };

const GET = 'GET /api/blogs HTTP/1.1\r\nhost: x\r\n';
const POST = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const GOOD = '{"email":"a@b.example","password":"x"}';
/** Longer than the shop gives a request that does not come to its end. */
const PATIENCE_MS = 90_000;
const AT_ONCE = 8;

type Attack = { name: string; make(luck: SeededRandom): string | Buffer; after?: Wire['after'] };

const attacks: readonly [Attack, ...Attack[]] = [
  { name: 'random bytes', make: (luck) => luck.bytes(1 + luck.below(2000)) },
  {
    name: 'random after a request line',
    make: (luck) => Buffer.concat([latin('GET / HTTP/1.1\r\n'), luck.bytes(300)]),
  },
  {
    name: 'a TLS hello',
    make: (luck) => Buffer.concat([Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), luck.bytes(500)]),
  },
  { name: 'an HTTP/2 preface', make: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { name: 'half a request', make: (luck) => GET.slice(0, 1 + luck.below(GET.length - 1)) },
  { name: 'half a body', make: () => `${POST}content-length: 500\r\n\r\n${GOOD}` },
  { name: 'huge header', make: (luck) => `${GET}x: ${'y'.repeat(luck.pick([16_000, 20_000, 300_000]))}\r\n\r\n` },
  {
    name: 'many headers',
    make: (luck) =>
      `${GET}${Array.from({ length: luck.pick([150, 1900, 5000]) }, (_, n) => `n${n}: 1\r\n`).join('')}connection: close\r\n\r\n`,
  },
  {
    name: 'long address',
    make: (luck) =>
      `GET /${'a'.repeat(luck.pick([5000, 15_000, 70_000]))} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  },
  { name: 'pipelined', make: (luck) => `${`${GET}\r\n`.repeat(1 + luck.below(50))}${GET}connection: close\r\n\r\n` },
  { name: 'pipelined with garbage', make: (luck) => Buffer.concat([latin(`${GET}\r\n`), luck.bytes(100)]) },
  {
    name: 'bad chunk',
    make: (luck) =>
      `${POST}transfer-encoding: chunked\r\n\r\n${luck.pick(['zz\r\nx\r\n', '-1\r\nx\r\n', 'ffffffffffffffffff\r\nx', '5\r\nxx\r\n0\r\n\r\n', `1;${'e'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`, '0\r\nx: y'])}`,
  },
  {
    name: 'length and chunks',
    make: () =>
      `${POST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n`,
  },
  {
    name: 'bad length',
    make: (luck) =>
      `${POST}content-length: ${luck.pick(['-1', '+5', '1e3', '5, 5', '99999999999999999999', '0x10', ''])}\r\n\r\n${GOOD}`,
  },
  { name: 'two lengths', make: () => `${POST}content-length: 5\r\ncontent-length: 38\r\n\r\n${GOOD}` },
  {
    name: 'odd transfer coding',
    make: (luck) =>
      `${POST}transfer-encoding: ${luck.pick(['gzip', 'chunked, identity', 'x', 'chunked, chunked', '\u000bchunked'])}\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'absolute form',
    make: (luck) =>
      `GET ${luck.pick(['http://x/api/blogs', 'http://evil.example/', 'https://x:99999/', 'http://', 'file:///etc/passwd'])} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  },
  {
    name: 'CONNECT',
    make: (luck) => `CONNECT ${luck.pick(['x:443', '127.0.0.1:25', '/', ''])} HTTP/1.1\r\nhost: x\r\n\r\n`,
  },
  { name: 'upgrade', make: () => `${GET}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n` },
  {
    name: 'star',
    make: (luck) => `${luck.pick(['OPTIONS', 'GET', 'POST'])} * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  },
  {
    name: 'odd version',
    make: (luck) => `GET / HTTP/${luck.pick(['0.9', '1.0', '1.2', '2.0', '9', ''])}\r\nhost: x\r\n\r\n`,
  },
  {
    name: 'odd header',
    make: (luck) =>
      `${GET}${luck.pick(['x\r\n', ': y\r\n', 'x : y\r\n', ' folded\r\n', 'x: a\0b\r\n', 'x: a\rb\r\n', '\u00e9: y\r\n', 'host: y\r\n'])}connection: close\r\n\r\n`,
  },
  { name: 'line feeds only', make: () => 'GET /api/blogs HTTP/1.1\nhost: x\nconnection: close\n\n' },
  {
    name: 'expectation',
    make: (luck) =>
      `${POST}expect: ${luck.pick(['100-continue', 'tea'])}\r\nconnection: close\r\ncontent-length: ${GOOD.length}\r\n\r\n${GOOD}`,
  },
  {
    name: 'scratched request',
    make: (luck) => scratched(`${POST}content-length: ${GOOD.length}\r\nconnection: close\r\n\r\n${GOOD}`, luck),
  },
];

const slow: readonly [Attack, ...Attack[]] = [
  { name: 'says nothing', make: () => '', after: 'waits' },
  { name: 'stops within the headers', make: () => GET, after: 'waits' },
  { name: 'slow headers', make: () => `${GET}x: `, after: 'trickles' },
  { name: 'stops within the body', make: () => `${POST}content-length: 500\r\n\r\n${GOOD}`, after: 'waits' },
  { name: 'slow body', make: () => `${POST}content-length: 50000\r\n\r\n`, after: 'trickles' },
];

/** So many of each, and then a good request. */
export async function fuzzWire(port: number, seed: number, count: number): Promise<WireTally> {
  return run(port, everyAttack(attacks, seed, count), AT_ONCE);
}

/** All at once, since each takes as long as the shop is patient: a minute and more. */
export async function fuzzSlowly(port: number, seed: number, count: number): Promise<WireTally> {
  const all = everyAttack(slow, seed, count);
  return run(port, all, all.length);
}

function everyAttack(from: readonly Attack[], seed: number, count: number): Wire[] {
  return from.flatMap(({ name, make, after = 'ends' }) =>
    Array.from({ length: count }, (_, number) => {
      const made = make(seededRandom(seed, name, number));
      return { name, bytes: Buffer.isBuffer(made) ? made : latin(made), after };
    }),
  );
}

async function run(port: number, all: Wire[], atOnce: number): Promise<WireTally> {
  const tally: WireTally = { tried: new Map(), findings: [] };
  const waiting = [...all];
  const sender = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const wrong = wrongWith(await exchange(port, next));
      tally.tried.set(next.name, (tally.tried.get(next.name) ?? 0) + 1);
      if (wrong)
        tally.findings.push(`${next.name}: ${wrong}\n  base64 ${next.bytes.toString('base64').slice(0, 1500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const { status } = await fetch(`http://127.0.0.1:${port}/api/blogs`);
  if (status !== 200) tally.findings.push(`a good request afterwards is answered ${status}`);
  return tally;
}

/** All that came back until the shop closed, or undefined if it never did. */
function exchange(port: number, { bytes, after }: Wire): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Uint8Array[] = [];
    const patience = setTimeout(() => finish(undefined), PATIENCE_MS);
    const trickle = after === 'trickles' ? setInterval(() => socket.write('x'), 1000) : undefined;
    const finish = (said: string | undefined) => {
      clearTimeout(patience);
      clearInterval(trickle);
      socket.destroy();
      resolve(said);
    };
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    // A reset is a way of closing.
    socket.on('error', () => {});
    socket.on('close', () => finish(Buffer.concat(chunks).toString('latin1')));
    if (after === 'ends') socket.end(bytes);
    else socket.write(bytes);
  });
}

function wrongWith(said: string | undefined): string | undefined {
  if (said === undefined) return 'the connection was never closed';
  const final = said.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  if (final === '') return undefined;
  const [, status = '', head = ''] = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(.*?)\r\n\r\n/s.exec(final) ?? [];
  if (!/^[234]/.test(status)) return `the answer is ${final.slice(0, 100)}`;
  const missing = securityNames.filter((name) => !head.toLowerCase().includes(`${name}:`));
  return missing.length > 0 ? `the answer ${status} has no ${missing.join(', ')}` : undefined;
}

function scratched(right: string, luck: SeededRandom): Buffer {
  const bytes = latin(right);
  for (let times = luck.below(5); times >= 0; times -= 1) bytes[luck.below(bytes.length)] = luck.below(256);
  return bytes;
}

const latin = (text: string) => Buffer.from(text, 'latin1');
