// A real shop on a fresh database, with two accounts: staff member wren and customer otis.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { configFrom } from '#server/config.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createLog } from '#server/log.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import { people } from './people.ts';
import { OPENING } from './prepared-database.ts';
import { createTempShop, type TempShop } from './temp-shop.ts';

export { people };

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

type Options = { settings?: Record<string, string> };

type Place = Pick<TempShop, 'dataDir' | 'databaseUrl'>;
type PlaceOptions = Options & { now(): Date; log?(line: string): void };

/** For tests that open a shop more than once. The caller closes it. */
export async function openShopAt({ dataDir, databaseUrl }: Place, { settings, now, log = () => {} }: PlaceOptions) {
  const shop = await openShop({
    config: configFrom({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: people.wren.email,
      ADMIN_PASSWORD: people.wren.password,
      ...settings,
    }),
    web: await web(),
    log: createLog({ write: log }),
    now,
  });
  const [address] = shop.http.addresses();
  return { shop, url: `http://127.0.0.1:${Object(address).port}` };
}

export async function openTestShop({ settings = {} }: Options = {}) {
  const tempShop = await createTempShop({ prepared: true });
  const logLines: string[] = [];
  const expectedErrors: RegExp[] = [];
  const clock = { now: new Date(OPENING) };
  const { shop, url } = await openShopAt(tempShop, {
    settings,
    now: () => clock.now,
    log: (line) => void logLines.push(line),
  });
  // All jobs start with the shop. A test that breaks something must not break what they are about to do.
  await shop.jobs.idle();
  const tokens = new Map<string, string>();

  afterAll(async () => {
    await shop.close();
    await tempShop.cleanUp();
    const errors = logLines.filter((line) => line.includes('"level":"error"'));
    expect(errors.filter((line) => !expectedErrors.some((pattern) => pattern.test(line)))).toEqual([]);
  });

  return {
    url,
    clock,
    logLines,
    tempShop,
    database: shop.database,
    jobs: shop.jobs,
    mails,
    visitor: apiClient(url),
    as,
    /** For a test that provokes an error: allows matching error lines in the log. */
    expectError: (pattern: RegExp) => void expectedErrors.push(pattern),
  };

  /** Emails in the outbox, oldest first. */
  async function mails(): Promise<string[]> {
    // A run sends up to 50 emails.
    for (let run = 0; run < 2; run += 1) await shop.jobs.runNow('mail');
    const folder = join(tempShop.dataDir, 'outbox');
    const files = await readdir(folder).catch(() => []);
    const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
    // Long lines are sent broken in two.
    return texts.map((text) => text.replace(/=\r?\n/g, ''));
  }

  async function as(person: keyof typeof people): Promise<ApiClient> {
    const { email, password } = people[person];
    const token =
      tokens.get(person) ?? (await apiClient(url).send('POST /api/login', { body: { email, password } })).token;
    tokens.set(person, token);
    return apiClient(url, token);
  }
}

let built: ReturnType<typeof readWebBuild> | undefined;
/** Read once: it never changes while tests run. */
const web = () => (built ??= readWebBuild('dist', securityHeaders('data', false)));
