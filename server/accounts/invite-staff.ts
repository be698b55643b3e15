// Invites people to the back office. Emails are not verified at sign-up, so an account may belong to a stranger: everything the
// stranger knows or holds stops working, and only the mailbox can set a new password.
import type { Person } from '#contracts/accounts.ts';
import type { StaffRole } from '#contracts/staff-roles.ts';
import type { Db } from '#server/database/schema.ts';
import type { Email, Sender } from '#server/mail/email-template.ts';
import * as store from './accounts.store.ts';
import { createResetLink } from './reset-links.ts';
import * as sessionStore from './sessions.store.ts';
import * as twoFactorStore from './two-factor.store.ts';

export const INVITATION_DAYS = 7;
/** No password has this hash. */
export const NO_PASSWORD = '';

type Context = Sender & { now: Date };

/** Makes an account staff. Returns it with the invitation to send, or undefined if there is no such account. */
export async function grantStaff(
  tx: Db,
  email: string,
  staff_role: StaffRole,
  context: Context,
): Promise<{ person: Person; invitation: Email } | undefined> {
  const account = await store.findByEmail(tx, email);
  if (!account) return undefined;
  const invitation = await invite(tx, account.id, context);
  const person = await store.setStaffRole(tx, account.id, staff_role);
  return { person, invitation };
}

/** Voids what the account had, also a deactivation, and returns an email with a link to set a password. */
export async function invite(tx: Db, id: number, { now, siteUrl, farm }: Context): Promise<Email> {
  await revokeAccess(tx, id, now);
  await store.setDeactivated(tx, id, null);
  const expires_at = new Date(now.getTime() + INVITATION_DAYS * 86_400_000).toISOString();
  const link = await createResetLink(tx, id, { siteUrl, expires_at });
  return invitationEmail(await store.getPerson(tx, id), link, farm.brand);
}

/** Password, sessions, two-step login and links to set a password stop working. */
export async function revokeAccess(tx: Db, id: number, now: Date): Promise<void> {
  // Before anything else: a login or password change in progress waits for this, and then finds another hash.
  await store.setPassword(tx, id, NO_PASSWORD);
  await sessionStore.endAll(tx, id, now.toISOString());
  await twoFactorStore.remove(tx, id);
  await store.removeResets(tx, id);
}

export function invitationEmail({ name, email }: Pick<Person, 'name' | 'email'>, link: string, brand: string): Email {
  return {
    recipient: email,
    secret: true,
    subject: `Your account at ${brand}`,
    parts: [
      `Hi ${name},`,
      `You have an account in the back office of ${brand}. Set your password with this link. It works once and expires in ${INVITATION_DAYS} days. A password you had before no longer works.`,
      { link, label: 'Set your password' },
      "If the link has expired, choose 'Forgot password?' on the login page to get a new one.",
    ],
  };
}
