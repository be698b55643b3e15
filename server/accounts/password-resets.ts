// A forgotten password: a link by mail that works once, within the hour.
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

type Parts = {
  database: Database;
  limits: RateLimits;
  mail: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
};

export function createPasswordResets({ database, limits, mail, audit, now, siteUrl }: Parts) {
  const { db, transaction } = database;
  return { request, reset };

  async function request(email: string, address: string) {
    const recipient = email.toLowerCase();
    await limits.consume({ rule: perAddress, who: address }, { rule: perAccount, who: recipient });
    const account = await store.findByEmail(db, recipient);
    // One commit either way: how long it takes does not say whether there is such an account.
    await transaction([], async (tx) => {
      await store.removeExpiredResets(tx, now().toISOString());
      if (!account) return;
      const token = newToken();
      const expires_at = new Date(now().getTime() + VALID_MINUTES * 60_000).toISOString();
      await store.replaceReset(tx, { token_hash: hashToken(token), account_id: account.id, expires_at });
      await mail.queue(tx, {
        recipient,
        subject: 'A new password',
        parts: [
          `Hello ${account.name},`,
          'somebody, probably you, asked for a new password. This link lets you set one. It works once, within the hour.',
          // After the #: it is not sent to any server, so it stands in no log.
          { link: `${siteUrl()}${pagePaths.resetPassword}#${token}`, label: 'Set a new password' },
          'If it was not you, do nothing: your password stays as it is.',
        ],
      });
    });
    return { message: 'If this e-mail has an account, a link to set a new password is on its way.' };
  }

  async function reset({ token, password }: { token: string; password: string }, address: string) {
    await limits.consume({ rule: perAddress, who: address });
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
    if (!done) throw invalid({ token: ['This link was used already or is too old. Please ask for a new one.'] });
    return { message: 'The password was changed. You can log in now.' };
  }
}
