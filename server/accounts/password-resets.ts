// Password resets: a link by email that works once and expires in an hour.
import { pagePaths } from '#contracts/page-paths.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { invalid } from '#server/http-errors.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import * as store from './accounts.store.ts';
import { hashPassword } from './passwords.ts';
import * as sessionStore from './sessions.store.ts';
import { hashToken, newToken } from './sessions.ts';

export type PasswordResets = ReturnType<typeof createPasswordResets>;

const VALID_MINUTES = 60;
const perAddress: RateLimit = { name: 'password resets from an address', max: 20, minutes: 60 };
const perAccount: RateLimit = { name: 'password resets of an account', max: 3, minutes: 60 };

type Deps = {
  database: Database;
  rateLimits: RateLimits;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
};

export function createPasswordResets({ database, rateLimits, outbox, audit, now, siteUrl }: Deps) {
  const { db, transaction } = database;
  return { request, reset };

  async function request(email: string, address: string) {
    const recipient = email.toLowerCase();
    await rateLimits.consume({ rule: perAddress, who: address }, { rule: perAccount, who: recipient });
    const account = await store.findByEmail(db, recipient);
    // One commit either way, so the response time does not reveal whether the account exists.
    await transaction([], async (tx) => {
      await store.removeExpiredResets(tx, now().toISOString());
      if (!account) return;
      const token = newToken();
      const expires_at = new Date(now().getTime() + VALID_MINUTES * 60_000).toISOString();
      await store.replaceReset(tx, { token_hash: hashToken(token), account_id: account.id, expires_at });
      await outbox.queue(tx, {
        recipient,
        subject: 'Reset your password',
        parts: [
          `Hi ${account.name},`,
          'Someone, probably you, asked to reset your password. This link works once and expires in an hour.',
          // In the URL fragment: it is never sent to a server, so it never ends up in a log.
          { link: `${siteUrl()}${pagePaths.resetPassword}#${token}`, label: 'Set a new password' },
          "If this wasn't you, ignore this email. Your password stays the same.",
        ],
      });
    });
    return { message: 'If this email has an account, we have sent a link to set a new password.' };
  }

  async function reset({ token, password }: { token: string; password: string }, address: string) {
    await rateLimits.consume({ rule: perAddress, who: address });
    const password_hash = await hashPassword(password);
    const done = await transaction([], async (tx) => {
      const person = await store.consumeReset(tx, hashToken(token), now().toISOString());
      if (!person) return false;
      await store.setPassword(tx, person.id, password_hash);
      await store.removeResets(tx, person.id);
      await sessionStore.endAll(tx, person.id, now().toISOString());
      const subject = { subject: person.email, subject_id: person.id };
      await audit.record(tx, { actor: person, action: 'password set by link', ...subject });
      return true;
    });
    if (!done) throw invalid({ token: ['This link has expired or was already used. Please request a new one.'] });
    return { message: 'Your password was changed. You can log in now.' };
  }
}
