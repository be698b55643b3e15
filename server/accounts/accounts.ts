// Accounts: sign-up, login, password changes, and the first admin of a new shop.

import type { Login, Person, SignUp } from '#contracts/accounts.ts';
import type { Farm } from '#contracts/farm.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { incorrectLogin, invalid } from '#server/http-errors.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { accountChangeEmails } from './account-change-email.ts';
import * as store from './accounts.store.ts';
import { GENERATED_EMAIL } from './first-admin.ts';
import { newDeviceEmail } from './new-device-email.ts';
import { findWeakness } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import * as sessionStore from './sessions.store.ts';
import type { Client, Sessions } from './sessions.ts';
import type { TwoFactor } from './two-factor.ts';
import type { SecurityLog, VerifiedPassword, VerifyPassword } from './verify-password.ts';

export type Accounts = ReturnType<typeof createAccounts>;

const signUpLimit: RateLimit = { name: 'sign-ups from an address', max: 10, minutes: 60 };

type Deps = {
  database: Database;
  sessions: Sessions;
  verifyPassword: VerifyPassword;
  twoFactor: TwoFactor;
  rateLimits: RateLimits;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
  farm(): Farm;
  log: SecurityLog;
};

export function createAccounts({
  database,
  sessions,
  verifyPassword,
  twoFactor,
  rateLimits,
  outbox,
  audit,
  now,
  siteUrl,
  farm,
  log,
}: Deps) {
  const { db, transaction } = database;
  return { register, login, logout, changePassword };

  async function register({ name, email, password, website }: SignUp, address: string) {
    const welcome = { message: "You're signed up. You can log in now." };
    await rateLimits.consume({ rule: signUpLimit, who: address });
    // The honeypot field was filled in, so this is a bot. Let it believe it got through.
    if (website) return welcome;
    const account = {
      name,
      email: email.toLowerCase(),
      password_hash: await hashPassword(password),
      role: 'customer' as const,
      created_at: now().toISOString(),
    };
    const created = await transaction([], (tx) => store.insertAccount(tx, account));
    if (!created) throw invalid({ email: ['This email already has an account. Please log in.'] });
    return welcome;
  }

  async function login({ email, password, code }: Login, from: Client) {
    const verified = await verifyPassword(email.toLowerCase(), password, from.address);
    if (!verified) throw incorrectLogin();
    const { address } = from;
    const session = await twoFactor.runVerified(verified.person, { code, address }, (tx) => logIn(tx, verified, from));
    log.info({ account: verified.person.id, subnet: address }, 'Logged in.');
    return { ...session, message: 'Logged in.' };
  }

  async function logout(token: string | undefined) {
    if (token) await sessions.end(token);
    return { message: 'Logged out.' };
  }

  async function changePassword(
    person: Person,
    { current_password, password }: { current_password: string; password: string },
    from: Client,
  ) {
    const verified = await verifyPassword(person.email, current_password, from.address);
    if (!verified) throw invalid({ current_password: [INCORRECT_PASSWORD] });
    const weakness = person.staff_role !== null && findWeakness(password, { ...person, brand: farm().brand });
    if (weakness) throw invalid({ password: [weakness] });
    const password_hash = await hashPassword(password);
    return transaction([], async (tx) => {
      // The password was changed or voided while it was being verified.
      if ((await store.lockAccount(tx, person.id)) !== verified.password_hash)
        throw invalid({ current_password: [INCORRECT_PASSWORD] });
      await store.setPassword(tx, person.id, password_hash);
      await sessions.endAll(tx, person.id);
      await store.removeResets(tx, person.id);
      await audit.record(tx, {
        actor: person,
        action: 'password changed',
        subject: person.email,
        subject_id: person.id,
      });
      const at = now().toISOString();
      await outbox.queue(tx, ...accountChangeEmails(person, 'password changed', { at, siteUrl: siteUrl() }));
      return { ...(await newSession(tx, person, from)), message: 'Your password was changed.' };
    });
  }

  async function logIn(tx: typeof db, { person: account, password_hash }: VerifiedPassword, from: Client) {
    // The password changed while it was being verified.
    if ((await store.lockAccount(tx, account.id)) !== password_hash) throw incorrectLogin();
    const at = now().toISOString();
    const isFirstLogin = await store.recordFirstLogin(tx, account.id, at);
    const isKnownDevice = isFirstLogin || (await sessionStore.hasUsedDevice(tx, account.id, from));
    // Nobody reads the generated admin address.
    if (!isKnownDevice && account.staff_role !== null && account.email !== GENERATED_EMAIL)
      await outbox.queue(tx, newDeviceEmail(account, { ...from, at, siteUrl: siteUrl() }));
    return newSession(tx, account, from);
  }

  async function newSession(tx: typeof db, user: Person, from: Client) {
    return { token: await sessions.open(tx, user.id, from), user };
  }
}

const INCORRECT_PASSWORD = 'The current password is incorrect.';
