import { findByEmail } from '#server/accounts/accounts.store.ts';
import { createResetLink } from '#server/accounts/reset-links.ts';
import { linkToken } from './link-token.ts';
import type { TestShop } from './test-shop.ts';

type Shop = Pick<TestShop, 'visitor' | 'database' | 'clock' | 'url'>;
type Login = { email: string; password: string };

/** Sets the password by a link like the emailed one, as the owner of the mailbox would, and logs in. Returns the session. */
export async function followLink({ visitor, database, clock, url }: Shop, { email, password }: Login) {
  const expires_at = new Date(clock.now.getTime() + 60_000).toISOString();
  const link = await database.transaction([], async (tx) => {
    const account = await findByEmail(tx, email);
    return createResetLink(tx, account?.id ?? 0, { siteUrl: url, expires_at });
  });
  await visitor.send('POST /api/password-resets', { body: { token: linkToken(link), password } });
  return (await visitor.send('POST /api/login', { body: { email, password } })).token;
}
