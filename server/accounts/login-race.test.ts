import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { createAudit } from '#server/audit/audit.ts';
import { createRateLimits } from '#server/rate-limits/rate-limits.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import * as store from './accounts.store.ts';
import { createAccounts } from './accounts.ts';
import { hashPassword } from './passwords.ts';
import { createSecretBox } from './secret-box.ts';
import { createSessions } from './sessions.ts';
import { createTwoFactor } from './two-factor.ts';
import { createPasswordVerifier } from './verify-password.ts';

const { database, clock } = await openTestShop();
const now = () => clock.now;
const here = { address: '203.0.113.5', device: 'Firefox on Windows' };
const openSessions = () => database.db.selectFrom('sessions').select('account_id').execute();

const log = { info: () => {}, warn: () => {} };
const outbox = { queue: async () => {}, discard: async () => {}, deliverDue: async () => {}, cleanUp: async () => {} };

/** Accounts whose password changes while it is being verified. */
function racingAccounts() {
  const rateLimits = createRateLimits({ database, now, on: true });
  const audit = createAudit({ database, now });
  const verifyPassword = createPasswordVerifier({ database, rateLimits, log });
  return createAccounts({
    database,
    rateLimits,
    audit,
    now,
    siteUrl: () => '',
    farm: () => defaultSettings.farm,
    log,
    sessions: createSessions({ database, audit, now }),
    twoFactor: createTwoFactor({
      database,
      rateLimits,
      verifyPassword,
      outbox,
      audit,
      now,
      siteUrl: () => '',
      farm: () => defaultSettings.farm,
      log,
      secretBox: createSecretBox('k'.repeat(32)),
    }),
    outbox,
    async verifyPassword(...args) {
      const verified = await verifyPassword(...args);
      const password_hash = await hashPassword('the new password');
      await database.transaction([], (tx) => store.setPassword(tx, verified?.person.id ?? 0, password_hash));
      return verified;
    },
  });
}

test('a login fails if the password changes while it is being verified', async () => {
  const before = await openSessions();

  const login = racingAccounts().login({ email: people.otis.email, password: people.otis.password }, here);

  await expect(login).rejects.toMatchObject({ status: 401 });
  expect(await openSessions()).toEqual(before);
});

test('a password change fails if the password is voided while it is being verified', async () => {
  const person = { id: 2, role: 'customer' as const, staff_role: null, ...people.otis };
  await database.transaction([], async (tx) => store.setPassword(tx, 2, await hashPassword(people.otis.password)));

  const change = racingAccounts().changePassword(
    person,
    { current_password: people.otis.password, password: 'picked by a stranger' },
    here,
  );

  await expect(change).rejects.toMatchObject({ status: 422 });
});
