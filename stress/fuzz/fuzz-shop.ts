// The shop under attack: a real one with some of everything in it, and session tokens for each role.
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { createAudit } from '#server/audit/audit.ts';
import { raise } from '#server/charges/payment-alerts.store.ts';
import { configFrom } from '#server/config.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createLog } from '#server/log.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { apiClient } from '#server/testing/api-client.ts';
import type { Actor } from './fuzz-request.ts';

export type ShopLocation = { dataDir: string; databaseUrl: string | undefined };
export type FuzzShop = Awaited<ReturnType<typeof openFuzzShop>>;

const staff = { email: 'mara@farm.example', password: 'a barn full of cones' };
const customer = { name: 'Theo', email: 'theo@brewery.example', password: 'two malts and a yeast' };
const ORDERS = 4;

export async function openFuzzShop({ dataDir, databaseUrl }: ShopLocation, settings: Record<string, string> = {}) {
  const logLines: string[] = [];
  const now = () => new Date();
  const shop = await openShop({
    config: configFrom({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: staff.email,
      ADMIN_PASSWORD: staff.password,
      // Otherwise nearly every request would be rate limited.
      LIMITS: 'off',
      ...settings,
    }),
    web: await readWebBuild('dist', securityHeaders('data', false)),
    log: createLog({ write: (line) => void logLines.push(line) }),
    now,
  });
  const { database, jobs } = shop;
  const at = now().toISOString();
  const accountIds = await database.transaction([], async (tx) => {
    const { name, email, password } = customer;
    const theo = await insertAccount(tx, {
      name,
      email,
      role: 'customer',
      created_at: at,
      password_hash: await hashPassword(password),
    });
    await raise(tx, { at, payment_id: 'pay_lost', order_id: null, what: 'belongs to no order' });
    return { customer: theo?.id ?? 0, staff: 1 };
  });
  const tokens = new Map<Actor, string>();
  const sessions = createSessions({ database, audit: createAudit({ database, now }), now });
  const port = Number(Object(shop.http.addresses()[0]).port);
  const url = `http://127.0.0.1:${port}`;
  for (let placed = 0; placed < ORDERS; placed += 1) await order();
  return { url, port, database, logLines, staff, customer, tokenOf, settle, order, close: shop.close };

  async function tokenOf(actor: Actor, fresh = false): Promise<string | undefined> {
    if (actor === 'visitor') return undefined;
    if (actor === 'nonsense') return 'x'.repeat(43);
    const token =
      (fresh ? undefined : tokens.get(actor)) ??
      (await database.transaction([], (tx) =>
        sessions.open(tx, accountIds[actor], { address: '127.0.0.1', device: '' }),
      ));
    tokens.set(actor, token);
    return token;
  }

  /** Runs the jobs that follow up on accepted requests. */
  async function settle(): Promise<void> {
    const followUps = ['payments', 'customers', 'back in stock', 'newsletters', 'staff alerts'];
    for (const job of [...followUps, 'mail', 'backup']) await jobs.runNow(job);
  }

  function order(sourceId = 'cnon:card-nonce-ok', token?: string) {
    return apiClient(url, token).send('POST /api/process-payment', {
      body: {
        sourceId,
        amount: 1600,
        orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
      },
    });
  }
}
