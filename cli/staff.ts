// Manages staff: npm run staff -- list | grant EMAIL | revoke EMAIL | reset-factor EMAIL |
//   reset-all-factors | log-out EMAIL
import type { Person } from '#contracts/accounts.ts';
import type { Action } from '#contracts/audit.ts';
import { accountChangeEmails } from '#server/accounts/account-change-email.ts';
import { findByEmail, listAccountsWithFactor, listAdmins, setRole } from '#server/accounts/accounts.store.ts';
import { grantStaff, INVITATION_DAYS } from '#server/accounts/grant-staff.ts';
import { endAll } from '#server/accounts/sessions.store.ts';
import { remove } from '#server/accounts/two-factor.store.ts';
import { createAudit } from '#server/audit/audit.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { queueEmails } from '#server/mail/mail.ts';
import { withShopDatabase } from './shop-database.ts';

const [action = 'list', address = ''] = process.argv.slice(2);
const email = address.trim().toLowerCase();

await withShopDatabase((database) => {
  if (action === 'list') return list(database);
  if (action === 'grant' && email) return grant(database);
  if (action === 'revoke' && email) return revoke(database);
  if (action === 'reset-factor' && email) return resetFactor(database);
  if (action === 'log-out' && email) return logOut(database);
  if (action === 'reset-all-factors') return resetAllFactors(database);
  throw new Error(
    'Usage: npm run staff -- list, npm run staff -- grant EMAIL, revoke EMAIL, reset-factor EMAIL, reset-all-factors, or log-out EMAIL',
  );
});

async function list({ db }: Database): Promise<string> {
  const staff = await listAdmins(db);
  return staff.map((person) => `${person.id}  ${person.email}  ${person.name}`).join('\n') || 'There is no staff.';
}

async function grant(database: Database): Promise<string> {
  const staff = await listAdmins(database.db);
  if (staff.some((person) => person.email === email)) return `${email} is staff already.`;
  await database.transaction([], async (tx) => {
    const granted = await grantStaff(tx, email, context());
    if (!granted) throw new Error(`${email} has no account. They must sign up at /signup first.`);
    await queueEmails(tx, new Date(), [granted.invitation]);
    await recordAction(database, tx, 'staff granted', granted.person);
  });
  return `${email} is now staff. The old password no longer works: we have sent them a link to set a new one, valid for ${INVITATION_DAYS} days.`;
}

async function revoke(database: Database): Promise<string> {
  await database.transaction([], async (tx) => {
    const staff = await listAdmins(tx);
    const person = staff.find((each) => each.email === email);
    if (!person) throw new Error(`${email} is not staff.`);
    if (staff.length === 1) throw new Error(`${email} is the only staff member: a shop needs at least one.`);
    await setRole(tx, email, 'customer');
    await recordAction(database, tx, 'staff revoked', person);
  });
  return `${email} is now a customer.`;
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
    if (ended && person.role === 'admin') await recordAction(database, tx, 'all sessions ended', person);
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
  if (!(await remove(tx, person.id))) return false;
  await recordAction(database, tx, 'second factor reset', person);
  const { now, siteUrl } = context();
  await queueEmails(tx, now, accountChangeEmails(person, 'two-factor off', { at: now.toISOString(), siteUrl }));
  return true;
}

function context(): { now: Date; siteUrl: string } {
  const { siteUrl, port } = readConfig();
  return { now: new Date(), siteUrl: siteUrl ?? `http://localhost:${port}` };
}

function recordAction(database: Database, tx: Db, action: Action, person: Person): Promise<void> {
  const audit = createAudit({ database, now: () => new Date() });
  return audit.record(tx, { actor: 'command', action, subject: person.email, subject_id: person.id });
}
