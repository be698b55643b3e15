// Operations at random on the real process: no 5xx, no error in the log, and all invariants hold at the end.
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { ensureBuilt } from '#scripts/build.ts';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { type FakeSquare, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { fillStock } from '#server/testing/opening-stock.ts';
import { runAtRandom } from './random-run.ts';

/** Longer than the longest waits of the reconciler and the sweep. */
const SETTLE_MS = 330_000;

type ShopLocation = { dataDir: string; databaseUrl: string | undefined };

export async function runRealShop({ dataDir, databaseUrl }: ShopLocation, seconds: number) {
  ensureBuilt();
  const square = await startFakeSquare();
  const shop = await startShop({
    ...{ ...squareSettings, ...staffSettings },
    ...{ SQUARE_API_URL: square.url, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', LIMITS: 'off' },
  });
  const database = await openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  await database.transaction([], (tx) => fillStock(tx, MAX_POUNDS));
  const { authorization = '' } = await loginAt(shop.url);
  const run = await runAtRandom(
    { url: shop.url, visitor: apiClient(shop.url), database, clock: { now: new Date() } },
    { staff: apiClient(shop.url, authorization.slice('Bearer '.length)), goOn: within(seconds) },
  );
  const violations = await settledViolations(database, square);
  await database.close();
  await shop.stop();
  await square.close();
  const errors = shop.output.filter((line) => line.includes('"level":"error"'));
  return { ...run, failures: [...run.failures, ...errors, ...violations] };
}

/** What is wrong when nothing is open any more. */
export async function settledViolations(database: Database, { payments }: FakeSquare): Promise<string[]> {
  const goOn = within(SETTLE_MS / 1000);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const violations = await violatedInvariants(database, { payments: payments.values() });
    if (violations.length === 0 || !goOn()) return violations;
  }
}

function within(seconds: number): () => boolean {
  const end = Date.now() + seconds * 1000;
  return () => Date.now() < end;
}
