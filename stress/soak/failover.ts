// Two instances on a PostgreSQL primary with a synchronous standby. While people read and buy, the primary is killed and the
// standby promoted; then a new standby takes the place of the old primary. Nothing acknowledged may be lost, nobody is charged
// twice or for nothing, and the shop sells again by itself.
import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '#scripts/balancers.ts';
import type { PostgresPair } from '#scripts/postgres-pair.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { fillStock } from '#stress/faults/kill-mid-payment.ts';
import { buyer, orderRequest, reader } from './actors.ts';
import { finalViolations } from './final-violations.ts';
import { createSoakState } from './state.ts';
import { timeUntilSale } from './time-until-sale.ts';

const MAX_RECOVERY_MS = 15_000;
const TRY_AGAIN = 'This attempt did not charge your card. Please try again';
/** Also what the reconciler made of an order whose instance never heard that it was stored. */
const NO_CHARGE = /did not charge your card|Nothing was charged/;

type Options = { dataDir: string; pair: PostgresPair; rounds: number; log(line: string): void };

export async function failOver({ dataDir, pair, rounds, log }: Options) {
  const square = await startFakeSquare();
  const settings = {
    ...squareSettings,
    ...staffSettings,
    SQUARE_API_URL: square.url,
    LIMITS: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: pair.url,
    TRUST_PROXY: '1',
  };
  const openShopDatabase = () => openDatabase({ url: pair.url, dataDir, alongsideShop: true }, () => {});
  const shops: RunningShop[] = await Promise.all([startShop(settings), startShop(settings)]);
  await fillStock(openShopDatabase);
  const balancer = await startBalancer('haproxy', { instances: shops.map(({ url }) => new URL(url).host), dataDir });
  const agent = new Agent({ keepAlive: true, ca: balancer.ca });
  const instance = { url: balancer.url, killed: false };
  const state = createSoakState({ currentInstance: async () => instance, allow503: true, agent });
  const staff = await loginAt(shops[0]?.url ?? '');
  const published: number[] = [];
  const people = [
    ...Array.from({ length: 6 }, () => reader(state)),
    ...Array.from({ length: 4 }, () => buyer(state)),
    ...Array.from({ length: 4 }, () => state.repeat(150, buyUntilAnswered)),
    state.repeat(300, publish),
    state.repeat(400, () => state.send('/api/orders/admin?page=1', [200], { headers: staff })),
  ];

  const recoveries: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await sleep(2000);
    await pair.killPrimary();
    await sleep(500 + Math.random() * 2500);
    const promoted = performance.now();
    await pair.promoteStandby();
    const times = await timesUntilSale(promoted);
    recoveries.push(...times);
    if (round % 2 === 0) await bringBackOldPrimary();
    await pair.replaceOldPrimary();
    log(`round ${round}: selling again ${times.map(Math.round).join(' and ')} ms after the promotion`);
  }
  await sleep(2000);

  await state.end(people);
  const findings = [
    ...state.findings,
    ...(await finalViolations(openShopDatabase, square, state.responses)),
    ...(await lostPosts()),
  ];
  const slowest = Math.max(...recoveries);
  if (slowest > MAX_RECOVERY_MS) findings.push(`no sale for ${Math.round(slowest)} ms after a promotion`);
  for (const shop of shops) if ((await shop.stop()) !== 0) findings.push('an instance did not stop cleanly');
  await balancer.stop();
  await square.close();
  return { state, posts: published.length, recoveries, findings };

  /** As the order form does: the same key until the shop says what became of the order. */
  async function buyUntilAnswered(): Promise<void> {
    const request = orderRequest();
    for (;;) {
      const reply = await state.send('/api/process-payment', [200, 202, 503], request);
      const isRefused = reply?.status === 503;
      if (isRefused && reply.text.includes(TRY_AGAIN) && !state.ended) {
        await sleep(500);
        continue;
      }
      if (isRefused && !NO_CHARGE.test(reply.text)) state.findings.push(`a buyer read: ${reply.text}`);
      state.responses.push({ key: request.headers['idempotency-key'], status: reply?.status });
      return;
    }
  }

  async function publish(): Promise<void> {
    const body = new FormData();
    body.set('title', 'A day in the yard');
    const reply = await state.send('/api/admin/blogs', [200], { method: 'POST', headers: staff, body });
    if (reply?.status === 200) published.push(JSON.parse(reply.text).data.id);
  }

  /** Both servers then accept writes, and the shop has to open new connections. On the old one, no commit ends. */
  async function bringBackOldPrimary(): Promise<void> {
    await pair.startOldPrimary();
    await pair.onPrimary('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
    if (Math.max(...(await timesUntilSale(performance.now()))) > MAX_RECOVERY_MS)
      state.findings.push('no sale after the old primary came back');
  }

  /** Of each instance, in milliseconds. */
  function timesUntilSale(since: number): Promise<number[]> {
    return Promise.all(shops.map(({ url }) => timeUntilSale(url, state, since)));
  }

  async function lostPosts(): Promise<string[]> {
    const database = await openShopDatabase();
    const stored = new Set((await database.db.selectFrom('posts').select('id').execute()).map(({ id }) => id));
    await database.close();
    return published.filter((id) => !stored.has(id)).map((id) => `post ${id} was lost`);
  }
}
