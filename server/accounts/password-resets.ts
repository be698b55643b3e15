// Password resets: a link by email that works once and expires in an hour.

import type { Person } from '#contracts/accounts.ts';
import type { Farm } from '#contracts/farm.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { invalid } from '#server/http-errors.ts';
import type { Email } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { hashToken } from '#server/secret-token.ts';
import { accountChangeEmails } from './account-change-email.ts';
import * as store from './accounts.store.ts';
import { findWeakness } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { createResetLink } from './reset-links.ts';
import * as sessionStore from './sessions.store.ts';
import * as twoFactorStore from './two-factor.store.ts';

export type PasswordResets = ReturnType<typeof createPasswordResets>;

const VALID_MINUTES = 60;
const perAddress: RateLimit = { name: 'password resets from an address', max: 20, minutes: 60 };
const perAccountAndAddress: RateLimit = { name: 'password resets of an account from an address', max: 3, minutes: 60 };

// Anyone can request a link for any account, so a request must never take one away from its owner: older links stay valid
// until they expire or one of them is used, and there is no limit per account that strangers could use up. Against floods
// of mail, a request from an address the account has not used sends nothing while the mailbox holds this many links that
// work for this much longer. The owner then has a link that works, and the response is the same.
const MAX_LINKS = 10;
const MIN_MINUTES_LEFT = 30;

type Deps = {
  database: Database;
  rateLimits: RateLimits;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
  farm(): Farm;
  /** Whether a customer was waiting for that. */
  confirmAccount(tx: Db, account_id: number, at: string): Promise<boolean>;
};

export function createPasswordResets(deps: Deps) {
  const { database, rateLimits, outbox, audit, now, siteUrl, farm, confirmAccount } = deps;
  const { db, transaction } = database;
  return { request, reset };

  async function request(email: string, address: string) {
    const recipient = email.toLowerCase();
    await rateLimits.consume(
      { rule: perAddress, who: address },
      { rule: perAccountAndAddress, who: `${recipient} ${address}` },
    );
    const account = await store.findByEmail(db, recipient);
    // One commit either way, so the response time does not reveal whether the account exists.
    await transaction([], async (tx) => {
      await store.removeExpiredResets(tx, now().toISOString());
      if (account && !account.deactivated_at && !(await hasEnoughLinks(tx, account.id, address)))
        await sendLink(tx, account);
    });
    return { message: 'If this email has an account, we have sent a link to set a new password.' };
  }

  async function hasEnoughLinks(tx: Db, accountId: number, address: string): Promise<boolean> {
    if (await sessionStore.hasUsedAddress(tx, accountId, address)) return false;
    return (await store.countResets(tx, accountId, inMinutes(MIN_MINUTES_LEFT))) >= MAX_LINKS;
  }

  async function sendLink(tx: Db, { id, name, email }: Person): Promise<void> {
    const link = await createResetLink(tx, id, { siteUrl: siteUrl(), expires_at: inMinutes(VALID_MINUTES) });
    await outbox.queue(tx, resetEmail({ name, email }, link));
  }

  async function reset({ token, password }: { token: string; password: string }, address: string) {
    await rateLimits.consume({ rule: perAddress, who: address });
    const password_hash = await hashPassword(password);
    const isConfirmed = await transaction([], async (tx) => {
      const at = now().toISOString();
      const person = await store.consumeReset(tx, hashToken(token), at);
      if (!person) throw invalid({ token: ['This link has expired or was already used. Please request a new one.'] });
      const weakness = person.staff_role !== null && findWeakness(password, { ...person, brand: farm().brand });
      // Rolls back, so the link can be used again.
      if (weakness) throw invalid({ password: [weakness] });
      await store.setPassword(tx, person.id, password_hash);
      await store.removeResets(tx, person.id);
      await sessionStore.endAll(tx, person.id, at);
      const subject = { subject: person.email, subject_id: person.id };
      await audit.record(tx, { actor: person, action: 'password set by link', ...subject });
      await outbox.queue(tx, ...accountChangeEmails(person, 'password changed', { at, siteUrl: siteUrl() }));
      return confirm(tx, person, at);
    });
    const confirmed = isConfirmed ? ', and your account is confirmed' : '';
    return { message: `Your password was changed${confirmed}. You can log in now.` };
  }

  /** The link came by email, so this is the owner of the mailbox, who may now use the terms that staff gave to the account. */
  async function confirm(tx: Db, person: Person, at: string): Promise<boolean> {
    const isConfirmed = await confirmAccount(tx, person.id, at);
    // Customers can neither set it up nor turn it off: it is from when the account was staff.
    if (isConfirmed && person.staff_role === null) await twoFactorStore.remove(tx, person.id);
    return isConfirmed;
  }

  function inMinutes(minutes: number): string {
    return new Date(now().getTime() + minutes * 60_000).toISOString();
  }
}

export function resetEmail({ name, email }: Pick<Person, 'name' | 'email'>, link: string): Email {
  return {
    recipient: email,
    secret: true,
    subject: 'Reset your password',
    parts: [
      `Hi ${name},`,
      'Someone, probably you, asked to reset your password. This link works once and expires in an hour.',
      { link, label: 'Set a new password' },
      "If this wasn't you, ignore this email. Your password stays the same.",
    ],
  };
}
