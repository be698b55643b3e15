// Two versions of the shop on one PostgreSQL database, as in a rolling upgrade: the old one is open, the new one is killed while it
// migrates, starts again, and both serve; then the old one stops. Buyers and staff use whatever is open.
import { execFileSync } from 'node:child_process';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { fillStock } from '#server/testing/opening-stock.ts';
import { runAtRandom } from '#stress/random/random-run.ts';
import { settledViolations } from '#stress/random/real-shop.ts';

type Upgrade = {
  /** Where the old version is built. */
  oldFolder: string;
  dataDir: string;
  databaseUrl: string;
  /** How long each of the three parts takes: the old one alone, both, the new one alone. */
  seconds: number;
  /** Orders that the old version has before. The provider does not know them, so then only the answers are checked. */
  orders?: number;
  /** How often the new one is killed while it starts. */
  kills?: number;
};

/** Longer than a start takes until it has migrated. */
const KILLED_WITHIN_MS = 4000;

export async function runSideBySide({ oldFolder, dataDir, databaseUrl, seconds, orders = 0, kills = 0 }: Upgrade) {
  const square = await startFakeSquare();
  const settings = {
    ...{ ...squareSettings, ...staffSettings },
    ...{ SQUARE_API_URL: square.url, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LIMITS: 'off' },
  };
  if (orders > 0) {
    await (await startShop(settings, { folder: oldFolder })).stop();
    const seed = ['bench/bench.ts', 'seed', String(orders), '100'];
    execFileSync(process.execPath, seed, { cwd: oldFolder, env: { ...process.env, ...settings }, stdio: 'inherit' });
  }
  const oldShop = await startShop(settings, { folder: oldFolder });
  const database = await openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  await database.transaction([], (tx) => fillStock(tx, MAX_POUNDS));

  const onOld = operate(oldShop);
  await wait(seconds);
  for (let kill = 0; kill < kills; kill += 1) await startAndKill(settings);
  const newShop = await startShop(settings);
  const onNew = operate(newShop);
  await wait(seconds);
  const runs = [await onOld.end()];
  await oldShop.stop();
  await wait(seconds);
  runs.push(await onNew.end());

  const violations = orders === 0 ? await settledViolations(database, square) : [];
  await database.close();
  await newShop.stop();
  await square.close();
  const errors = [oldShop, newShop].flatMap(({ output }) => output.filter((line) => line.includes('"level":"error"')));
  return {
    done: runs.map((run) => run.done),
    slowestMs: runs.map((run) => Math.round(run.slowestMs)),
    failures: [...runs.flatMap((run) => run.failures), ...errors, ...violations],
  };

  function operate({ url }: RunningShop) {
    let isOpen = true;
    const running = (async () => {
      const { authorization = '' } = await loginAt(url);
      return runAtRandom(
        { url, visitor: apiClient(url), database, clock: { now: new Date() } },
        { staff: apiClient(url, authorization.slice('Bearer '.length)), goOn: () => isOpen },
      );
    })();
    return {
      end() {
        isOpen = false;
        return running;
      },
    };
  }
}

/** At a random moment. */
async function startAndKill(settings: Record<string, string>): Promise<void> {
  const starting = startShop(settings, { startMs: Math.random() * KILLED_WITHIN_MS });
  await starting.then(
    (shop) => shop.kill(),
    () => {},
  );
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
