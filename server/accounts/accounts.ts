// Who may do what: accounts, how they are opened and entered, and the first admin of a new shop.
import { randomBytes } from 'node:crypto';
import type { Login, Person, SignUp } from '#contracts/accounts.ts';
import type { Notes } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { invalid, wrongLogin } from '#server/http-errors.ts';
import type { MailBox } from '#server/mail/mail.ts';
import type { Limits, Rule } from '#server/rate-limits/rate-limits.ts';
import * as store from './accounts.store.ts';
import { newDeviceLetter } from './new-device-email.ts';
import { hashPassword } from './passwords.ts';
import * as sessionStore from './sessions.store.ts';
import type { From, Sessions } from './sessions.ts';
import type { SecondFactor } from './two-factor.ts';
import type { Known, WhoseIs } from './verify-password.ts';

export type Accounts = ReturnType<typeof createAccounts>;

const INVENTED_EMAIL = 'admin@localhost';
const signUps: Rule = { name: 'sign-ups from an address', most: 10, minutes: 60 };

type Parts = {
  database: Database;
  sessions: Sessions;
  whoseIs: WhoseIs;
  secondFactor: SecondFactor;
  limits: Limits;
  mail: MailBox;
  audit: Notes;
  now: Clock;
  siteUrl(): string;
};

export function createAccounts({
  database,
  sessions,
  whoseIs,
  secondFactor,
  limits,
  mail,
  audit,
  now,
  siteUrl,
}: Parts) {
  const { db, change } = database;
  return { register, login, logout, changePassword, ensureAdmin };

  async function register({ name, email, password, website }: SignUp, address: string) {
    const welcome = { message: 'Signed up. You can log in now.' };
    await limits.take({ rule: signUps, who: address });
    // A program filled in what people do not see: it may believe that it got through.
    if (website) return welcome;
    const account = {
      name,
      email: email.toLowerCase(),
      password_hash: await hashPassword(password),
      role: 'customer' as const,
      created_at: now().toISOString(),
    };
    const made = await change([], (tx) => store.insertAccount(tx, account));
    if (!made) throw invalid({ email: ['This e-mail has an account already. Please log in.'] });
    return welcome;
  }

  async function login({ email, password, code }: Login, from: From) {
    const known = await whoseIs(email.toLowerCase(), password, from.address);
    if (!known) throw wrongLogin();
    const { address } = from;
    const entered = await secondFactor.guard(known.person, { code, address }, (tx) => enter(tx, known, from));
    return { ...entered, message: 'Logged in.' };
  }

  async function logout(token: string | undefined) {
    if (token) await sessions.end(token);
    return { message: 'Logged out.' };
  }

  async function changePassword(
    person: Person,
    { current_password, password }: { current_password: string; password: string },
    from: From,
  ) {
    const right = await whoseIs(person.email, current_password, from.address);
    if (!right) throw invalid({ current_password: ['This is not the current password.'] });
    const password_hash = await hashPassword(password);
    return change([], async (tx) => {
      await store.setPassword(tx, person.id, password_hash);
      await sessions.endAll(tx, person.id);
      await store.removeResets(tx, person.id);
      await audit.note(tx, { actor: person, action: 'password changed', subject: person.email, subject_id: person.id });
      return { ...(await newSession(tx, person, from)), message: 'The password was changed.' };
    });
  }

  async function enter(tx: typeof db, { person: account, password_hash }: Known, from: From) {
    // Changed while this one was being looked at.
    if ((await store.hold(tx, account.id)) !== password_hash) throw wrongLogin();
    const at = now().toISOString();
    const first = await store.noteEntry(tx, account.id, at);
    const expected = first || (await sessionStore.isKnownDevice(tx, account.id, from));
    // Nobody reads what is sent to the e-mail that a first start invents.
    if (!expected && account.role === 'admin' && account.email !== INVENTED_EMAIL)
      await mail.queue(tx, newDeviceLetter(account, { ...from, at, siteUrl: siteUrl() }));
    return newSession(tx, account, from);
  }

  async function newSession(tx: typeof db, user: Person, from: From) {
    return { token: await sessions.open(tx, user.id, from), user };
  }

  /** Makes the first admin of a shop that has none. Answers with the password if it had to invent one. */
  async function ensureAdmin(given: { email: string; password: string } | undefined) {
    const [someAdmin] = await store.admins(db);
    if (someAdmin) return undefined;
    const email = given?.email.toLowerCase() ?? INVENTED_EMAIL;
    const password = given?.password ?? randomBytes(12).toString('base64url');
    const account = {
      name: 'Farm office',
      email,
      password_hash: await hashPassword(password),
      role: 'admin' as const,
      created_at: now().toISOString(),
    };
    const made = await change([], (tx) => store.insertAccount(tx, account));
    return made && !given ? { email, password } : undefined;
  }
}
