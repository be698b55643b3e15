// Who works here, and what they may do. For owners.
import type { Person } from '#contracts/accounts.ts';
import type { Action } from '#contracts/audit.ts';
import type { StaffMember } from '#contracts/people.ts';
import type { StaffRole } from '#contracts/staff-roles.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as accountStore from './accounts.store.ts';
import { invite, NO_PASSWORD, revokeAccess } from './invite-staff.ts';
import * as store from './people.store.ts';
import * as sessionStore from './sessions.store.ts';

export type People = ReturnType<typeof createPeople>;

type Deps = { database: Database; outbox: Outbox; audit: AuditWriter; now: Clock; sender(): Sender };
type Invitation = { name: string; email: string; staff_role: StaffRole };

const LAST_OWNER = 'A shop needs an owner. Make someone else an owner first.';

export function createPeople({ database: { db, transaction }, outbox, audit, now, sender }: Deps) {
  return { list, add, changeRole, sendInvitation, deactivate, endSessions };

  async function list() {
    return { data: await store.listStaff(db) };
  }

  function add({ name, email, staff_role }: Invitation, actor: Person) {
    return transaction([], async (tx) => {
      const address = email.toLowerCase();
      const existing = await accountStore.findByEmail(tx, address);
      if (existing?.staff_role) throw invalid({ email: ['They work here already.'] });
      const account = { name, email: address, password_hash: NO_PASSWORD, role: 'customer' as const };
      const person =
        existing ?? (await accountStore.insertAccount(tx, { ...account, created_at: now().toISOString() }));
      if (!person) throw invalid({ email: ['They are being invited already.'] });
      await accountStore.setStaffRole(tx, person.id, staff_role);
      await inviteAgain(tx, person.id);
      await record(tx, actor, 'staff granted', person);
      return { data: await findMember(tx, person.id) };
    });
  }

  function changeRole(id: number, staff_role: StaffRole, actor: Person) {
    return transaction([], async (tx) => {
      const owners = await store.lockOwners(tx);
      const member = await findMember(tx, id);
      if (staff_role !== 'owner') refuseLastOwner(owners, id);
      await accountStore.setStaffRole(tx, id, staff_role);
      await record(tx, actor, 'staff role changed', member);
      return { data: await findMember(tx, id) };
    });
  }

  function sendInvitation(id: number, actor: Person) {
    return transaction([], async (tx) => {
      const member = await findMember(tx, id);
      if (id === actor.id) throw conflict("This would log you out. Use 'Forgot password?' on the login page instead.");
      await inviteAgain(tx, id);
      await record(tx, actor, member.state === 'deactivated' ? 'staff reactivated' : 'staff invited again', member);
      return { data: await findMember(tx, id) };
    });
  }

  function deactivate(id: number, actor: Person) {
    return transaction([], async (tx) => {
      const owners = await store.lockOwners(tx);
      const member = await findMember(tx, id);
      refuseLastOwner(owners, id);
      await revokeAccess(tx, id, now());
      await accountStore.setDeactivated(tx, id, now().toISOString());
      await record(tx, actor, 'staff deactivated', member);
      return { data: await findMember(tx, id) };
    });
  }

  function endSessions(id: number, actor: Person) {
    return transaction([], async (tx) => {
      const member = await findMember(tx, id);
      if (await sessionStore.endAll(tx, id, now().toISOString())) await record(tx, actor, 'all sessions ended', member);
      return { message: `${member.name} is logged out everywhere.` };
    });
  }

  async function inviteAgain(tx: Db, id: number): Promise<void> {
    await outbox.queue(tx, await invite(tx, id, { now: now(), ...sender() }));
  }

  async function findMember(tx: Db, id: number): Promise<StaffMember> {
    const [member] = await store.listStaff(tx, id);
    if (!member) throw notFound();
    return member;
  }

  function record(tx: Db, actor: Person, action: Action, { id, email }: { id: number; email: string }): Promise<void> {
    return audit.record(tx, { actor, action, subject: email, subject_id: id });
  }
}

function refuseLastOwner(owners: number[], id: number): void {
  if (owners.length === 1 && owners[0] === id) throw conflict(LAST_OWNER);
}
