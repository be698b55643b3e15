// Measures the shop beside the limit of what Node can do, in one run: npm run bench
// Ratios are what counts: both sides run on the same machine at the same time of day.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../tools/build.ts';
import { startProcess, startShop } from '../tools/running-shop.ts';
import { load } from './load.ts';
import { circumstances, writeSection } from './results.ts';

type Sample = { perSecond: number; cpuMicros: number };
type Side = { name: string; url: string; pid: number };

const ROUNDS = Number(process.argv[2] || 7);
const REQUESTS = 20_000;
const CONNECTIONS = 64;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const shop = await startShop({ DATA_DIR: join(folder, 'data') });
const rows: string[] = [];
const { data: products } = await (await fetch(`${shop.url}/api/products`)).json();
for (const { title, path, conditional } of [
  { title: 'cached page, /', path: '/', conditional: false },
  { title: 'cached page, /products', path: '/products', conditional: false },
  { title: 'cached page, /blogs', path: '/blogs', conditional: false },
  { title: 'conditional request, /blogs', path: '/blogs', conditional: true },
  { title: 'public call, /api/products', path: '/api/products', conditional: false },
  { title: 'public call, /api/blogs?page=1', path: '/api/blogs?page=1', conditional: false },
  { title: 'public call, /api/blogs/1', path: '/api/blogs/1', conditional: false },
  { title: 'a picture of a product', path: products[0].image_url, conditional: false },
]) {
  rows.push(await compare(title, path, conditional));
  console.log(rows.at(-1));
}
await shop.stop();
rmSync(folder, { recursive: true });
writeResults();

async function compare(title: string, path: string, conditional: boolean): Promise<string> {
  const url = shop.url + path;
  const first = await ask(url, {});
  const extra = conditional ? `if-none-match: ${first.etag}\r\n` : '';
  const answer = conditional ? await ask(url, { 'if-none-match': first.etag }) : first;
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const bare = await startProcess(['bench/bare-server.ts', file], {});
  const sides: Side[] = [
    { name: 'ours', url, pid: shop.process.pid ?? 0 },
    { name: 'bare', url: bare.url + path, pid: bare.process.pid ?? 0 },
  ];
  const headers = `accept-encoding: br\r\n${extra}`;
  const samples: Record<string, Sample[]> = { ours: [], bare: [] };
  for (const { url: each } of sides) await load({ url: each, requests: REQUESTS, connections: CONNECTIONS, headers });
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 ? sides : sides.toReversed()) samples[side.name]?.push(await measure(side, headers));
  await bare.kill();
  const median = (name: string, key: keyof Sample) =>
    (samples[name] ?? []).map((sample) => sample[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const [ours, limit] = [median('ours', 'perSecond'), median('bare', 'perSecond')];
  const [oursCpu, limitCpu] = [median('ours', 'cpuMicros'), median('bare', 'cpuMicros')];
  return `| ${title} | ${ours.toFixed(0)} | ${limit.toFixed(0)} | ${(ours / limit).toFixed(2)} | ${oursCpu.toFixed(1)} | ${limitCpu.toFixed(1)} | ${(oursCpu / limitCpu).toFixed(2)} |`;
}

async function measure({ url, pid }: Side, headers: string): Promise<Sample> {
  const before = cpuMicros(pid);
  const perSecond = await load({ url, requests: REQUESTS, connections: CONNECTIONS, headers });
  return { perSecond, cpuMicros: (cpuMicros(pid) - before) / REQUESTS };
}

/** User and system time of a process so far; the kernel counts in hundredths of a second. */
function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function ask(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: string[]; etag: string; body: string }>((resolve, reject) => {
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
    'Beside the limit',
    `${circumstances('npm run bench')} Medians of ${ROUNDS} rounds of
${REQUESTS.toLocaleString('en-US')} requests over ${CONNECTIONS} connections, ours and the limit in turns. The limit is a bare \`node:http\` server sending the same
headers and bytes. CPU is the server process's own, per request.

| what | ours, requests/s | bare, requests/s | ratio | ours, CPU us | bare, CPU us | ratio |
|---|---|---|---|---|---|---|
${rows.join('\n')}`,
  );
}
