import { expect, test } from 'vitest';
import { createAudit } from '#server/audit/audit.ts';
import { createRateLimits } from '#server/rate-limits/rate-limits.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import * as store from './accounts.store.ts';
import { createAccounts } from './accounts.ts';
import { hashPassword } from './passwords.ts';
import { createSessions } from './sessions.ts';
import { createTwoFactor } from './two-factor.ts';
import { createPasswordVerifier } from './verify-password.ts';

const { database, clock } = await openTestShop();
const now = () => clock.now;
const here = { address: '203.0.113.5', device: 'Firefox on Windows' };
const openSessions = () => database.db.selectFrom('sessions').select('account_id').execute();

test('a login fails if the password changes while it is being verified', async () => {
  const rateLimits = createRateLimits({ database, now, on: true });
  const audit = createAudit({ database, now });
  const verifyPassword = createPasswordVerifier({ database, rateLimits });
  const accounts = createAccounts({
    database,
    rateLimits,
    audit,
    now,
    siteUrl: () => '',
    sessions: createSessions({ database, audit, now }),
    twoFactor: createTwoFactor({ database, rateLimits, verifyPassword, audit, now }),
    outbox: { queue: async () => {}, deliverDue: async () => {}, cleanUp: async () => {} },
    async verifyPassword(...args) {
      const verified = await verifyPassword(...args);
      const password_hash = await hashPassword('the new password');
      await database.transaction([], (tx) => store.setPassword(tx, verified?.person.id ?? 0, password_hash));
      return verified;
    },
  });
  const before = await openSessions();

  const login = accounts.login({ email: people.otis.email, password: people.otis.password }, here);

  await expect(login).rejects.toMatchObject({ status: 401 });
  expect(await openSessions()).toEqual(before);
});
