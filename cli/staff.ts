// Manages staff in emergencies; owners do it at /dashboard/people.
//   npm run staff -- list | grant EMAIL [owner | staff | writer] | revoke EMAIL | reset-factor EMAIL |
//   reset-all-factors | log-out EMAIL
import type { Person } from '#contracts/accounts.ts';
import type { Action } from '#contracts/audit.ts';
import { type StaffRole, staffRoles } from '#contracts/staff-roles.ts';
import { accountChangeEmails } from '#server/accounts/account-change-email.ts';
import {
  findByEmail,
  listAccountsWithFactor,
  listStaff,
  lockAccount,
  setStaffRole,
} from '#server/accounts/accounts.store.ts';
import { grantStaff, INVITATION_DAYS } from '#server/accounts/invite-staff.ts';
import { lockOwners } from '#server/accounts/people.store.ts';
import { endAll } from '#server/accounts/sessions.store.ts';
import { remove } from '#server/accounts/two-factor.store.ts';
import { createAudit } from '#server/audit/audit.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Sender } from '#server/mail/email-template.ts';
import { queueEmails } from '#server/mail/mail.ts';
import { loadSettings } from '#server/settings/settings.ts';
import { withShopDatabase } from './shop-database.ts';

const [action = 'list', address = '', roleName = 'staff'] = process.argv.slice(2);
const email = address.trim().toLowerCase();
const titles: Record<StaffRole, string> = { owner: 'an owner', staff: 'staff', writer: 'a writer' };

await withShopDatabase((database) => {
  if (action === 'list') return list(database);
  if (action === 'grant' && email) return grant(database);
  if (action === 'revoke' && email) return revoke(database);
  if (action === 'reset-factor' && email) return resetFactor(database);
  if (action === 'log-out' && email) return logOut(database);
  if (action === 'reset-all-factors') return resetAllFactors(database);
  throw new Error(
    'Usage: npm run staff -- list, npm run staff -- grant EMAIL [owner | staff | writer], revoke EMAIL, reset-factor EMAIL, reset-all-factors, or log-out EMAIL',
  );
});

async function list({ db }: Database): Promise<string> {
  const staff = await listStaff(db);
  return (
    staff.map(({ id, email, name, staff_role }) => `${id}  ${email}  ${name}  ${staff_role}`).join('\n') ||
    'There is no staff.'
  );
}

async function grant(database: Database): Promise<string> {
  const role = staffRoles.find((each) => each === roleName);
  if (!role) throw new Error(`There is no role ${roleName}: choose owner, staff or writer.`);
  const staff = await listStaff(database.db);
  const member = staff.find((person) => person.email === email);
  if (member?.staff_role === role) return `${email} is ${titles[role]} already.`;
  if (member) return changeRole(database, member, role);
  await database.transaction([], async (tx) => {
    const granted = await grantStaff(tx, email, role, await context(tx));
    if (!granted) throw new Error(`${email} has no account. They must sign up at /signup first.`);
    await queueEmails(tx, await context(tx), [granted.invitation]);
    await recordAction(database, tx, 'staff granted', granted.person);
  });
  return `${email} is now ${titles[role]}. The old password no longer works: we have sent them a link to set a new one, valid for ${INVITATION_DAYS} days.`;
}

async function changeRole(database: Database, person: Person, role: StaffRole): Promise<string> {
  await database.transaction([], async (tx) => {
    await refuseLastOwner(tx, person);
    await setStaffRole(tx, person.id, role);
    await recordAction(database, tx, 'staff role changed', person);
  });
  return `${email} is now ${titles[role]}.`;
}

async function revoke(database: Database): Promise<string> {
  await database.transaction([], async (tx) => {
    const person = (await listStaff(tx)).find((each) => each.email === email);
    if (!person) throw new Error(`${email} is not staff.`);
    await refuseLastOwner(tx, person);
    await setStaffRole(tx, person.id, null);
    await recordAction(database, tx, 'staff revoked', person);
  });
  return `${email} is now a customer.`;
}

async function refuseLastOwner(tx: Db, person: Person): Promise<void> {
  const owners = await lockOwners(tx);
  if (owners.length === 1 && owners[0] === person.id)
    throw new Error(`${email} is the only owner: a shop needs at least one.`);
}

/** For someone who lost phone and recovery codes: they can log in with just the password again. */
async function resetFactor(database: Database): Promise<string> {
  await database.transaction([], async (tx) => {
    const person = await findByEmail(tx, email);
    if (!person || !(await removeFactor(database, tx, person)))
      throw new Error(`${email} does not use two-factor authentication.`);
  });
  return `${email} can now log in with just the password.`;
}

/** Ends every session of an account, staff or customer: for a lost laptop, or someone who has left. */
async function logOut(database: Database): Promise<string> {
  await database.transaction([], async (tx) => {
    const person = await findByEmail(tx, email);
    if (!person) throw new Error(`${email} has no account.`);
    const ended = await endAll(tx, person.id, new Date().toISOString());
    // The audit trail never names a customer.
    if (ended && person.staff_role) await recordAction(database, tx, 'all sessions ended', person);
  });
  return `${email} is logged out everywhere.`;
}

/** For a shop whose SECRETS_KEY is lost: nobody's codes can be checked any more. */
async function resetAllFactors(database: Database): Promise<string> {
  const removed = await database.transaction([], async (tx) => {
    const people: string[] = [];
    for (const person of await listAccountsWithFactor(tx))
      if (await removeFactor(database, tx, person)) people.push(person.email);
    return people;
  });
  return removed.length === 0
    ? 'Nobody uses two-factor authentication.'
    : `These can now log in with just the password: ${removed.join(', ')}.`;
}

async function removeFactor(database: Database, tx: Db, person: Person): Promise<boolean> {
  await lockAccount(tx, person.id);
  if (!(await remove(tx, person.id))) return false;
  await recordAction(database, tx, 'second factor reset', person);
  const { now, siteUrl, farm } = await context(tx);
  await queueEmails(
    tx,
    { now, farm },
    accountChangeEmails(person, 'two-factor off', { at: now.toISOString(), siteUrl }),
  );
  return true;
}

async function context(tx: Db): Promise<Sender & { now: Date }> {
  const { siteUrl, port } = readConfig();
  const { farm } = await loadSettings(tx);
  return { now: new Date(), siteUrl: siteUrl ?? `http://localhost:${port}`, farm };
}

function recordAction(database: Database, tx: Db, action: Action, person: Person): Promise<void> {
  const audit = createAudit({ database, now: () => new Date() });
  return audit.record(tx, { actor: 'command', action, subject: person.email, subject_id: person.id });
}
