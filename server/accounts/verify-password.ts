// Whether a password is right, asked no more often than the limits allow.
import { randomBytes } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import type { Database } from '#server/database/database.ts';
import type { Counted, Limits, Rule } from '#server/rate-limits/rate-limits.ts';
import * as store from './accounts.store.ts';
import { hashPassword, isPassword } from './passwords.ts';
import * as sessionStore from './sessions.store.ts';

/** Somebody whose password was right, and the hash that said so. */
export type Known = { person: Person; password_hash: string };
/** Tries are counted before the check, so that many at once are no way round. */
export type WhoseIs = (email: string, password: string, address: string) => Promise<Known | undefined>;

const perAccountHere: Rule = { name: 'login of an account from an address', most: 5, minutes: 15 };
const perAddress: Rule = { name: 'logins from an address', most: 20, minutes: 15 };
const perAccount: Rule = { name: 'login of an account from new addresses', most: 50, minutes: 15 };

export function createPasswordCheck({ database: { db }, limits }: { database: Database; limits: Limits }): WhoseIs {
  // Compared with when there is no such account, so that both refusals take the same time.
  const nobody = hashPassword(randomBytes(16).toString('hex'));

  return async (email, password, address) => {
    const account = await store.findByEmail(db, email);
    const known = account ? await sessionStore.isKnown(db, account.id, address) : false;
    const counted: Counted[] = [
      { rule: perAccountHere, who: `${email} ${address}` },
      { rule: perAddress, who: address },
      ...(known ? [] : [{ rule: perAccount, who: email }]),
    ];
    await limits.take(...counted);
    const right = await isPassword(password, account?.password_hash ?? (await nobody));
    if (!account || !right) return undefined;
    await limits.giveBack(...counted);
    const { password_hash, ...person } = account;
    return { person, password_hash };
  };
}
