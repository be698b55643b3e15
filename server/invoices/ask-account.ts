// Asks the mailbox of an account whether the account is its own, before it may use a customer's terms. Sign-up verifies no email, so
// it may be a stranger's. The link sets a new password, and nothing that the stranger knows works any more (`password-resets.ts`).
import type { Terms } from '#contracts/terms.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import { invalid } from '#server/http-errors.ts';
import type { Email, Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as ledger from './ledger.store.ts';

type Account = { id: number; email: string; deactivated_at: string | null };
/** What terms need from accounts. */
export type Accounts = {
  findByEmail(db: Db, email: string): Promise<Account | undefined>;
  /** A link that sets the password of an account. */
  createResetLink(tx: Db, account_id: number, link: { siteUrl: string; expires_at: string }): Promise<string>;
};
type Customer = { id: number; name: string; company: string };
type Deps = { accounts: Accounts; outbox: Outbox; now: Clock; sender(): Sender };

const LINK_DAYS = 7;

/** The account that a customer may have. */
export async function findAccount(
  tx: Db,
  { id, login }: { id: number; login: string | null },
  accounts: Accounts,
): Promise<Account> {
  const account = login === null ? undefined : await accounts.findByEmail(tx, login);
  if (!account) throw invalid({ login: ['No account has this email. Ask them to sign up first.'] });
  // The link would let them in again.
  if (account.deactivated_at) throw invalid({ login: ['This account is deactivated.'] });
  const owner = await ledger.findOfAccount(tx, account.id);
  if (owner && owner.id !== id) throw invalid({ login: [`This account belongs to ${owner.company || owner.name}.`] });
  return account;
}

export async function askAccount(
  tx: Db,
  { customer, account }: { customer: Customer; account: Account },
  { accounts, outbox, now, sender }: Deps,
): Promise<void> {
  const { siteUrl, farm } = sender();
  const expires_at = new Date(now().getTime() + LINK_DAYS * 86_400_000).toISOString();
  await ledger.setAsked(tx, customer.id, now().toISOString());
  const link = await accounts.createResetLink(tx, account.id, { siteUrl, expires_at });
  await outbox.queue(tx, askingEmail({ ...customer, email: account.email }, link, farm.brand));
}

export function accountState(customer: ledger.TermsRow): Terms['account'] {
  const { account_id, terms_account_id, account_confirmed_at } = customer;
  if (account_id === null) return null;
  if (terms_account_id !== account_id) return 'waiting';
  return account_confirmed_at === null ? 'unconfirmed' : 'confirmed';
}

/** Unless the account is confirmed, was asked already, or could use these terms before accounts were asked. */
export function hasToAsk(customer: ledger.TermsRow): boolean {
  const { terms_days, account_asked_at } = customer;
  const state = accountState(customer);
  if (state === null || state === 'confirmed') return false;
  return terms_days === null || (state === 'waiting' && account_asked_at === null);
}

export function askingEmail(
  { name, company, email }: Omit<Customer, 'id'> & { email: string },
  link: string,
  brand: string,
): Email {
  return {
    recipient: email,
    secret: true,
    subject: `Confirm your account to order on invoice at ${brand}`,
    parts: [
      `Hi ${name},`,
      `${company || name} may order from ${brand} on invoice. To confirm that the account with this email is yours, set a new password for it. The link works once and expires in ${LINK_DAYS} days. The old password then stops working, and every device is logged out.`,
      { link, label: 'Confirm and set a new password' },
      "If the link has expired, choose 'Forgot password?' on the login page to get a new one.",
      "If you don't buy from us, ignore this email.",
    ],
  };
}
