// Who may do what: accounts, their sessions, and the first admin of a new shop.
import { createHash, randomBytes } from 'node:crypto';
import type { Login, Person } from '../../contracts/accounts.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { wrongLogin } from '../problems.ts';
import * as store from './accounts.store.ts';
import { hashPassword, isPassword } from './passwords.ts';

export type Accounts = ReturnType<typeof createAccounts>;

const SESSION_DAYS = 14;

export function createAccounts({ database, now }: { database: Database; now: Clock }) {
  const { db, change } = database;
  // Compared with when there is no such account, so that both refusals take the same time.
  const nobody = hashPassword(randomBytes(16).toString('hex'));

  return { login, logout, whoIs, ensureAdmin };

  async function login({ email, password }: Login) {
    const account = await store.findByEmail(db, email.toLowerCase());
    const right = await isPassword(password, account?.password_hash ?? (await nobody));
    if (!account || !right) throw wrongLogin();
    const { password_hash: _, ...user } = account;
    return { token: await openSession(user), user, message: 'Logged in.' };
  }

  async function openSession(person: Person): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const session = {
      token_hash: hashOf(token),
      account_id: person.id,
      created_at: now().toISOString(),
      expires_at: new Date(now().getTime() + SESSION_DAYS * 86_400_000).toISOString(),
    };
    await change([], (tx) => store.insertSession(tx, session));
    return token;
  }

  async function logout(token: string | undefined) {
    if (token) await change([], (tx) => store.deleteSession(tx, hashOf(token)));
    return { message: 'Logged out.' };
  }

  function whoIs(token: string): Promise<Person | undefined> {
    return store.findBySession(db, hashOf(token), now().toISOString());
  }

  /** Makes the first admin of a shop that has none. Answers with the password if it had to invent one. */
  async function ensureAdmin(given: { email: string; password: string } | undefined) {
    if (await store.hasAdmin(db)) return undefined;
    const email = given?.email.toLowerCase() ?? 'admin@localhost';
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

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
