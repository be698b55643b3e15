import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import * as store from './accounts.store.ts';
import { hashPassword } from './passwords.ts';

/** Nobody reads email sent here. */
export const GENERATED_EMAIL = 'admin@localhost';

type Credentials = { email: string; password: string };

/** Creates the first admin of a shop that has none. Returns the credentials if it had to generate them. */
export async function ensureFirstAdmin(
  { database: { db, transaction }, now }: { database: Database; now: Clock },
  configured: Credentials | undefined,
): Promise<Credentials | undefined> {
  const staff = await store.listStaff(db);
  if (staff.some(({ staff_role }) => staff_role === 'owner')) return undefined;
  const email = configured?.email.toLowerCase() ?? GENERATED_EMAIL;
  const password = configured?.password ?? randomBytes(12).toString('base64url');
  const account = {
    name: 'Farm office',
    email,
    password_hash: await hashPassword(password),
    role: 'admin' as const,
    staff_role: 'owner' as const,
    created_at: now().toISOString(),
  };
  const created = await transaction([], (tx) => store.insertAccount(tx, account));
  return created && !configured ? { email, password } : undefined;
}
