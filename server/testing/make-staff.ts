import type { StaffRole } from '#contracts/staff-roles.ts';
import { findByEmail, setStaffRole } from '#server/accounts/accounts.store.ts';
import type { Database } from '#server/database/database.ts';

/** Gives an account a staff role, and lets it keep its password. */
export async function makeStaff(
  { transaction }: Database,
  email: string,
  staffRole: StaffRole = 'staff',
): Promise<void> {
  await transaction([], async (tx) => {
    const account = await findByEmail(tx, email);
    if (!account) throw new Error(`${email} has no account.`);
    await setStaffRole(tx, account.id, staffRole);
  });
}
