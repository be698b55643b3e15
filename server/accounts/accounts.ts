// Who may do what: accounts, how they are opened and entered, and the first admin of a new shop.
import { randomBytes } from 'node:crypto';
import type { Login, Person, SignUp } from '#contracts/accounts.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { incorrectLogin, invalid } from '#server/http-errors.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import * as store from './accounts.store.ts';
import { newDeviceEmail } from './new-device-email.ts';
import { hashPassword } from './passwords.ts';
import * as sessionStore from './sessions.store.ts';
import type { Client, Sessions } from './sessions.ts';
import type { TwoFactor } from './two-factor.ts';
import type { VerifiedPassword, VerifyPassword } from './verify-password.ts';

export type Accounts = ReturnType<typeof createAccounts>;

const GENERATED_EMAIL = 'admin@localhost';
const signUpLimit: RateLimit = { name: 'sign-ups from an address', max: 10, minutes: 60 };

type Parts = {
  database: Database;
  sessions: Sessions;
  verifyPassword: VerifyPassword;
  twoFactor: TwoFactor;
  rateLimits: RateLimits;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
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
}: Parts) {
  const { db, transaction } = database;
  return { register, login, logout, changePassword, ensureAdmin };

  async function register({ name, email, password, website }: SignUp, address: string) {
    const welcome = { message: 'Signed up. You can log in now.' };
    await rateLimits.consume({ rule: signUpLimit, who: address });
    // A program filled in what people do not see: it may believe that it got through.
    if (website) return welcome;
    const account = {
      name,
      email: email.toLowerCase(),
      password_hash: await hashPassword(password),
      role: 'customer' as const,
      created_at: now().toISOString(),
    };
    const made = await transaction([], (tx) => store.insertAccount(tx, account));
    if (!made) throw invalid({ email: ['This e-mail has an account already. Please log in.'] });
    return welcome;
  }

  async function login({ email, password, code }: Login, from: Client) {
    const known = await verifyPassword(email.toLowerCase(), password, from.address);
    if (!known) throw incorrectLogin();
    const { address } = from;
    const entered = await twoFactor.runVerified(known.person, { code, address }, (tx) => logIn(tx, known, from));
    return { ...entered, message: 'Logged in.' };
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
    const right = await verifyPassword(person.email, current_password, from.address);
    if (!right) throw invalid({ current_password: ['This is not the current password.'] });
    const password_hash = await hashPassword(password);
    return transaction([], async (tx) => {
      await store.setPassword(tx, person.id, password_hash);
      await sessions.endAll(tx, person.id);
      await store.removeResets(tx, person.id);
      await audit.record(tx, {
        actor: person,
        action: 'password changed',
        subject: person.email,
        subject_id: person.id,
      });
      return { ...(await newSession(tx, person, from)), message: 'The password was changed.' };
    });
  }

  async function logIn(tx: typeof db, { person: account, password_hash }: VerifiedPassword, from: Client) {
    // Changed while this one was being looked at.
    if ((await store.lockAccount(tx, account.id)) !== password_hash) throw incorrectLogin();
    const at = now().toISOString();
    const first = await store.recordFirstLogin(tx, account.id, at);
    const expected = first || (await sessionStore.hasUsedDevice(tx, account.id, from));
    // Nobody reads what is sent to the e-mail that a first start invents.
    if (!expected && account.role === 'admin' && account.email !== GENERATED_EMAIL)
      await outbox.queue(tx, newDeviceEmail(account, { ...from, at, siteUrl: siteUrl() }));
    return newSession(tx, account, from);
  }

  async function newSession(tx: typeof db, user: Person, from: Client) {
    return { token: await sessions.open(tx, user.id, from), user };
  }

  /** Makes the first admin of a shop that has none. Answers with the password if it had to invent one. */
  async function ensureAdmin(given: { email: string; password: string } | undefined) {
    const [someAdmin] = await store.listAdmins(db);
    if (someAdmin) return undefined;
    const email = given?.email.toLowerCase() ?? GENERATED_EMAIL;
    const password = given?.password ?? randomBytes(12).toString('base64url');
    const account = {
      name: 'Farm office',
      email,
      password_hash: await hashPassword(password),
      role: 'admin' as const,
      created_at: now().toISOString(),
    };
    const made = await transaction([], (tx) => store.insertAccount(tx, account));
    return made && !given ? { email, password } : undefined;
  }
}
