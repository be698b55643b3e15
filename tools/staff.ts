// Who is staff: npm run staff -- list | grant EMAIL | revoke EMAIL
import type { Action } from '../contracts/audit.ts';
import { admins, setRole } from '../server/accounts/accounts.store.ts';
import { createAudit } from '../server/audit/audit.ts';
import type { Database } from '../server/database/database.ts';
import type { Db } from '../server/database/schema.ts';
import { withShopDatabase } from './shop-database.ts';

const [action = 'list', given = ''] = process.argv.slice(2);
const email = given.trim().toLowerCase();

await withShopDatabase((database) => {
  if (action === 'list') return list(database);
  if (action === 'grant' && email) return grant(database);
  if (action === 'revoke' && email) return revoke(database);
  throw new Error('Use: npm run staff -- list, npm run staff -- grant EMAIL, npm run staff -- revoke EMAIL');
});

async function list({ db }: Database): Promise<string> {
  const staff = await admins(db);
  return staff.map((person) => `${person.email}  ${person.name}`).join('\n') || 'Nobody is staff.';
}

async function grant(database: Database): Promise<string> {
  await database.change([], async (tx) => {
    const person = await setRole(tx, email, 'admin');
    if (!person) throw new Error(`${email} has no account. They sign up at /signup first; then grant it.`);
    await noteIn(database, tx, 'staff granted', person.id);
  });
  return `${email} is staff now.`;
}

async function revoke(database: Database): Promise<string> {
  await database.change([], async (tx) => {
    const staff = await admins(tx);
    const person = staff.find((each) => each.email === email);
    if (!person) throw new Error(`${email} is not staff.`);
    if (staff.length === 1)
      throw new Error(`${email} is the only one left: a shop needs somebody who can open the office.`);
    await setRole(tx, email, 'customer');
    await noteIn(database, tx, 'staff revoked', person.id);
  });
  return `${email} is a customer now.`;
}

function noteIn(database: Database, tx: Db, action: Action, subject_id: number): Promise<void> {
  const audit = createAudit({ database, now: () => new Date() });
  return audit.note(tx, { actor: 'command', action, subject: email, subject_id });
}
