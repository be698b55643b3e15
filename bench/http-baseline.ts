// Measures the shop beside the limit of what Node can do, in one run: npm run bench
// Ratios are what counts: both sides run on the same machine at the same time of day.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startProcess, startShop } from '#scripts/running-shop.ts';
import { runLoad } from './http-load.ts';
import { cpuMicros, median } from './measure.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { circumstances, writeSection } from './results.ts';

type Sample = { perSecond: number; cpuMicros: number };
type Side = { url: string; pid: number };
type Limit = Side & { stop(): Promise<unknown> };

const ROUNDS = Number(process.argv[2] || 7);
const REQUESTS = 20_000;
const CONNECTIONS = 64;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const shop = await startShop({ DATA_DIR: join(folder, 'data') });
const rows: string[] = [];
const { data: products } = await (await fetch(`${shop.url}/api/products`)).json();
const kept = { conditional: false, limit: startBare };
const picture = products[0].image_url;
for (const each of [
  { title: 'cached page, /', path: '/', ...kept },
  { title: 'cached page, /products', path: '/products', ...kept },
  { title: 'cached page, /blogs', path: '/blogs', ...kept },
  { title: 'conditional request, /blogs', path: '/blogs', ...kept, conditional: true },
  { title: 'public endpoint, /api/products', path: '/api/products', ...kept },
  { title: 'public endpoint, /api/blogs?page=1', path: '/api/blogs?page=1', ...kept },
  { title: 'public endpoint, /api/blogs/1', path: '/api/blogs/1', ...kept },
  { title: 'a product image', path: picture, ...kept },
  ...(hasNginx() ? [{ title: 'the same image, nginx as baseline', path: picture, ...kept, limit: withNginx }] : []),
]) {
  rows.push(await compare(each));
  console.log(rows.at(-1));
}
await shop.stop();
rmSync(folder, { recursive: true });
writeResults();

type Answer = { status: number; headers: string[]; etag: string; body: string };
type Comparison = {
  title: string;
  path: string;
  conditional: boolean;
  limit(path: string, answer: Answer): Promise<Limit>;
};

async function compare({ title, path, conditional, limit: startLimit }: Comparison): Promise<string> {
  const url = shop.url + path;
  const first = await ask(url, {});
  const extra = conditional ? `if-none-match: ${first.etag}\r\n` : '';
  const answer = conditional ? await ask(url, { 'if-none-match': first.etag }) : first;
  const limit = await startLimit(path, answer);
  const ours = { url, pid: shop.process.pid ?? 0 };
  const headers = `accept-encoding: br\r\n${extra}`;
  const samples = new Map<Side, Sample[]>([
    [ours, []],
    [limit, []],
  ]);
  for (const side of samples.keys()) await measure(side, headers);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 ? [ours, limit] : [limit, ours]) samples.get(side)?.push(await measure(side, headers));
  await limit.stop();
  const cells = (key: keyof Sample, digits: number) => {
    const [mine = 0, theirs = 0] = [...samples.values()].map((side) => median(side.map((sample) => sample[key])));
    return `${mine.toFixed(digits)} | ${theirs.toFixed(digits)} | ${(mine / theirs).toFixed(2)}`;
  };
  return `| ${title} | ${cells('perSecond', 0)} | ${cells('cpuMicros', 1)} |`;
}

async function startBare(path: string, answer: Answer): Promise<Limit> {
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const bare = await startProcess(['bench/bare-server.ts', file], {});
  return { url: bare.url + path, pid: bare.process.pid ?? 0, stop: bare.kill };
}

async function withNginx(path: string, { headers, body }: Answer): Promise<Limit> {
  const nginx = await startNginx({ folder, path, headers, body: Buffer.from(body, 'base64') });
  return { ...nginx, url: nginx.url + path };
}

async function measure({ url, pid }: Side, headers: string): Promise<Sample> {
  const before = cpuMicros(pid);
  const perSecond = await runLoad({ url, requests: REQUESTS, connections: CONNECTIONS, headers });
  return { perSecond, cpuMicros: (cpuMicros(pid) - before) / REQUESTS };
}

function ask(url: string, headers: Record<string, string>) {
  return new Promise<Answer>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br', ...headers } }, async (response) => {
      const body = Buffer.concat(await Array.fromAsync(response)).toString('base64');
      const own = Object.entries(response.headersDistinct)
        .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
        .flatMap(([name, values = []]) => [name, values.join(', ')]);
      resolve({ status: response.statusCode ?? 0, headers: own, etag: response.headers.etag ?? '', body });
    })
      .on('error', reject)
      .end();
  });
}

function writeResults() {
  writeSection(
    'HTTP throughput',
    `${circumstances('npm run bench')} Medians of ${ROUNDS} rounds of
${REQUESTS.toLocaleString('en-US')} requests over ${CONNECTIONS} connections, alternating between the shop and the baseline: a bare \`node:http\` server that sends the same
headers and bytes; for images also nginx, one process, sending the same file. CPU is that of the server process, per request.

| request | shop, requests/s | baseline, requests/s | ratio | shop, CPU us | baseline, CPU us | ratio |
|---|---|---|---|---|---|---|
${rows.join('\n')}`,
  );
}
