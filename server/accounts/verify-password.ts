// Verifies a password, subject to rate limits.
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Person } from '#contracts/accounts.ts';
import type { Database } from '#server/database/database.ts';
import type { Attempt, RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import * as store from './accounts.store.ts';
import { hashPassword, matchesHash } from './passwords.ts';
import * as sessionStore from './sessions.store.ts';

/** An account whose password was verified, and the hash it matched. */
export type VerifiedPassword = { person: Person; password_hash: string };
/** Attempts are counted before the check, so parallel guesses don't get around the limit. */
export type VerifyPassword = (
  email: string,
  password: string,
  address: string,
) => Promise<VerifiedPassword | undefined>;

const perAccountAndAddress: RateLimit = { name: 'login of an account from an address', max: 5, minutes: 15 };
const perAddress: RateLimit = { name: 'logins from an address', max: 20, minutes: 15 };
const perAccount: RateLimit = { name: 'login of an account from new addresses', max: 50, minutes: 15 };

type Deps = { database: Database; rateLimits: RateLimits; log: SecurityLog };

/** Its lines name accounts by number and clients by subnet. */
export type SecurityLog = Pick<FastifyBaseLogger, 'info' | 'warn'>;

export function createPasswordVerifier({ database: { db }, rateLimits, log }: Deps): VerifyPassword {
  // Checked when there is no such account, or it has no password yet, so all failures take the same time.
  const dummyHash = hashPassword(randomBytes(16).toString('hex'));

  return async (email, password, address) => {
    const account = await store.findByEmail(db, email);
    const isKnownAddress = account ? await sessionStore.hasUsedAddress(db, account.id, address) : false;
    const attempts: Attempt[] = [
      { rule: perAccountAndAddress, who: `${email} ${address}` },
      { rule: perAddress, who: address },
      ...(isKnownAddress ? [] : [{ rule: perAccount, who: email }]),
    ];
    const who = { account: account?.id ?? null, subnet: address };
    await rateLimits.consume(...attempts).catch((error) => {
      log.warn(who, 'Too many wrong passwords.');
      throw error;
    });
    const isCorrect = await matchesHash(password, account?.password_hash || (await dummyHash));
    if (!account || !isCorrect) {
      log.warn(who, 'Wrong email or password.');
      return undefined;
    }
    await rateLimits.undo(...attempts);
    const { password_hash, deactivated_at: _, ...person } = account;
    return { person, password_hash };
  };
}
