// Makes an account staff. Emails are not verified at sign-up, so the account may belong to a stranger:
// everything the stranger knows or holds stops working, and only the mailbox can set a new password.
import type { Person } from '#contracts/accounts.ts';
import type { Db } from '#server/database/schema.ts';
import type { Email } from '#server/mail/email-template.ts';
import * as store from './accounts.store.ts';
import { createResetLink } from './reset-links.ts';
import * as sessionStore from './sessions.store.ts';
import * as twoFactorStore from './two-factor.store.ts';

export const INVITATION_DAYS = 7;
/** No password has this hash. */
const NO_PASSWORD = '';

type Context = { now: Date; siteUrl: string };

/** Returns the account and the invitation to send, or undefined if there is no such account. */
export async function grantStaff(
  tx: Db,
  email: string,
  { now, siteUrl }: Context,
): Promise<{ person: Person; invitation: Email } | undefined> {
  const account = await store.findByEmail(tx, email);
  if (!account) return undefined;
  // Before anything else: a login or password change in progress waits for this, and then finds another hash.
  await store.setPassword(tx, account.id, NO_PASSWORD);
  const person = await store.setRole(tx, email, 'admin');
  if (!person) return undefined;
  await sessionStore.endAll(tx, person.id, now.toISOString());
  await twoFactorStore.remove(tx, person.id);
  await store.removeResets(tx, person.id);
  const expires_at = new Date(now.getTime() + INVITATION_DAYS * 86_400_000).toISOString();
  const link = await createResetLink(tx, person.id, { siteUrl, expires_at });
  return { person, invitation: invitationEmail(person, link) };
}

export function invitationEmail({ name, email }: Pick<Person, 'name' | 'email'>, link: string): Email {
  return {
    recipient: email,
    secret: true,
    subject: 'You are now staff',
    parts: [
      `Hi ${name},`,
      `Your account is now a staff account. Its old password no longer works. Set a new one with this link. It works once and expires in ${INVITATION_DAYS} days.`,
      { link, label: 'Set your password' },
      "If the link has expired, choose 'Forgot password?' on the login page to get a new one.",
    ],
  };
}
