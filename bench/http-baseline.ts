// Compares the shop with a bare node:http server in one run: npm run bench
// npm run bench -- http 7 image measures only what has this word in its title, and prints it.
// Only the ratios matter: both run on the same machine at the same time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBalancer } from '#scripts/balancers.ts';
import { ensureBuilt } from '#scripts/build.ts';
import { startPictureNginx } from '#scripts/nginx-pictures.ts';
import { startProcess, startShop } from '#scripts/running-shop.ts';
import { findCaddy } from '#scripts/system-deps.ts';
import { runLoad } from './http-load.ts';
import { cpuMicros, median } from './measure.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { circumstances, writeSection } from './results.ts';

type Sample = { perSecond: number; cpuMicros: number };
type Target = { url: string; pid: number };
type Baseline = Target & { stop(): Promise<unknown> };

const ROUNDS = Number(process.argv[2] || 7);
const only = process.argv[3] ?? '';
const REQUESTS = 20_000;
const CONNECTIONS = 64;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const dataDir = join(folder, 'data');
const shop = await startShop({ DATA_DIR: dataDir });
const caddy =
  hasNginx() && findCaddy()
    ? await startBalancer('caddy', { instances: [new URL(shop.url).host], checkInterval: '1h', dataDir })
    : undefined;
const nginx = hasNginx() ? await startPictureNginx(new URL(shop.url).host, dataDir) : undefined;
const rows: string[] = [];
const { data: products } = await (await fetch(`${shop.url}/api/products`)).json();
const ours = { url: shop.url, pid: shop.process.pid ?? 0 };
const defaults = { ours, conditional: false, startBaseline: startBare };
const picture = products[0].image_url;
const comparisons: Comparison[] = [
  { title: 'cached page, /', path: '/', ...defaults },
  { title: 'cached page, /products', path: '/products', ...defaults },
  { title: 'cached page, /blogs', path: '/blogs', ...defaults },
  { title: 'conditional request, /blogs', path: '/blogs', ...defaults, conditional: true },
  { title: 'public endpoint, /api/products', path: '/api/products', ...defaults },
  { title: 'public endpoint, /api/blogs?page=1', path: '/api/blogs?page=1', ...defaults },
  { title: 'public endpoint, /api/blogs/1', path: '/api/blogs/1', ...defaults },
  { title: 'a product image', path: picture, ...defaults },
];
const withNginx = { conditional: false, startBaseline: startNginxWith, path: picture };
if (hasNginx()) comparisons.push({ title: 'the same image, nginx as baseline', ours, ...withNginx });
if (caddy) comparisons.push({ title: 'the same image from Caddy, nginx as baseline', ours: caddy, ...withNginx });
if (nginx) comparisons.push({ title: 'the same image from nginx-pictures.conf', ours: nginx, ...withNginx });
for (const each of comparisons.filter(({ title }) => title.includes(only))) {
  rows.push(await compare(each));
  console.log(rows.at(-1));
}
await caddy?.stop();
await nginx?.stop();
await shop.stop();
rmSync(folder, { recursive: true });
if (!only) writeResults();

type Reply = { status: number; headers: string[]; etag: string; body: string };
type Comparison = {
  title: string;
  ours: Target;
  path: string;
  conditional: boolean;
  startBaseline(path: string, reply: Reply): Promise<Baseline>;
};

async function compare({ title, ours: server, path, conditional, startBaseline }: Comparison): Promise<string> {
  const url = server.url + path;
  const first = await send(url, {});
  const extra = conditional ? `if-none-match: ${first.etag}\r\n` : '';
  const reply = conditional ? await send(url, { 'if-none-match': first.etag }) : first;
  const baseline = await startBaseline(path, reply);
  const ours = { url, pid: server.pid };
  const headers = `accept-encoding: br\r\n${extra}`;
  const samples = new Map<Target, Sample[]>([
    [ours, []],
    [baseline, []],
  ]);
  for (const target of samples.keys()) await measure(target, headers);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const target of round % 2 ? [ours, baseline] : [baseline, ours])
      samples.get(target)?.push(await measure(target, headers));
  await baseline.stop();
  const cells = (key: keyof Sample, digits: number) => {
    const [mine = 0, theirs = 0] = [...samples.values()].map((each) => median(each.map((sample) => sample[key])));
    return `${mine.toFixed(digits)} | ${theirs.toFixed(digits)} | ${(mine / theirs).toFixed(2)}`;
  };
  return `| ${title} | ${cells('perSecond', 0)} | ${cells('cpuMicros', 1)} |`;
}

async function startBare(path: string, reply: Reply): Promise<Baseline> {
  const file = join(folder, 'reply.json');
  writeFileSync(file, JSON.stringify(reply));
  const bare = await startProcess(['bench/bare-server.ts', file], {});
  return { url: bare.url + path, pid: bare.process.pid ?? 0, stop: bare.kill };
}

async function startNginxWith(path: string, { headers, body }: Reply): Promise<Baseline> {
  const nginx = await startNginx({ folder, path, headers, body: Buffer.from(body, 'base64') });
  return { ...nginx, url: nginx.url + path };
}

async function measure({ url, pid }: Target, headers: string): Promise<Sample> {
  const before = cpuMicros(pid);
  const perSecond = await runLoad({ url, requests: REQUESTS, connections: CONNECTIONS, headers });
  return { perSecond, cpuMicros: (cpuMicros(pid) - before) / REQUESTS };
}

function send(url: string, headers: Record<string, string>) {
  return new Promise<Reply>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br', ...headers } }, async (response) => {
      const body = Buffer.concat(await Array.fromAsync(response)).toString('base64');
      const replyHeaders = Object.entries(response.headersDistinct)
        .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
        .flatMap(([name, values = []]) => [name, values.join(', ')]);
      resolve({ status: response.statusCode ?? 0, headers: replyHeaders, etag: response.headers.etag ?? '', body });
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
headers and bytes; for images also nginx, one process, sending the same file. Caddy, with deploy/Caddyfile, uses every core. CPU is that of the server process, per request.

| request | shop, requests/s | baseline, requests/s | ratio | shop, CPU us | baseline, CPU us | ratio |
|---|---|---|---|---|---|---|
${rows.join('\n')}`,
  );
}
