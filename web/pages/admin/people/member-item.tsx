import { useState } from 'react';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { StaffMember } from '#contracts/people.ts';
import { type StaffRole, staffRoles } from '#contracts/staff-roles.ts';
import { currentUser } from '#web/session/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { RoleSelect } from './role-select.tsx';
import { roleTexts } from './role-texts.ts';
import { type MemberChange, useMemberChange } from './use-member-change.ts';

export function MemberItem({ member }: { member: StaffMember }) {
  const { id, name, email, state, staff_role, two_factor, last_used_at } = member;
  const [asking, setAsking] = useState<MemberChange>();
  const { busy, error, change } = useMemberChange(member);
  const isMe = id === currentUser().id;

  function chooseRole(to: StaffRole | undefined) {
    if (to && to !== staff_role) setAsking({ kind: 'role', to });
  }
  async function confirm() {
    if (asking) await change(asking);
    setAsking(undefined);
  }

  return (
    <li className={state === 'deactivated' ? 'people-gone' : undefined}>
      <div>
        <h2>
          {name}
          {isMe && ' (you)'}
        </h2>
        <p>{email}</p>
        <p className="admin-faint">
          {states[state]}
          {two_factor && ' · Two-step login'}
          {last_used_at && ` · Last here ${formatShortDateTime(last_used_at)}`}
        </p>
        {error.text && (
          <p className="form-error" role="alert">
            {error.text}
          </p>
        )}
      </div>
      <RoleSelect
        aria-label={`Role of ${name}`}
        value={staff_role}
        disabled={busy}
        onChange={({ currentTarget }) => chooseRole(staffRoles.find((role) => role === currentTarget.value))}
      />
      <MoreMenu label={`More about ${name}`}>
        <Action onClick={() => setAsking({ kind: 'log out' })}>Log out everywhere</Action>
        {!isMe && (
          <Action onClick={() => setAsking({ kind: 'invite' })}>
            {state === 'deactivated' ? 'Let in again' : 'Send a new link'}
          </Action>
        )}
        {state !== 'deactivated' && <Action onClick={() => setAsking({ kind: 'deactivate' })}>Deactivate</Action>}
      </MoreMenu>
      {asking && (
        <ConfirmDialog
          {...questionFor(asking, name)}
          tone={asking.kind === 'deactivate' ? 'brick' : 'gold'}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </li>
  );
}

const states: Record<StaffMember['state'], string> = {
  active: 'Active',
  invited: 'Invited, has not set a password yet',
  deactivated: 'Deactivated',
};

const Action = ({ children, onClick }: { children: string; onClick(): void }) => (
  <li>
    <button className="button" type="button" onClick={onClick}>
      {children}
    </button>
  </li>
);

function questionFor(change: MemberChange, name: string): { text: string; confirmLabel: string } {
  switch (change.kind) {
    case 'role': {
      const { label = '', text = '' } = roleTexts.find(({ role }) => role === change.to) ?? {};
      return { text: `Change the role of ${name} to ${label}? ${text}`, confirmLabel: 'Change role' };
    }
    case 'log out':
      return { text: `Log ${name} out on every device?`, confirmLabel: 'Log out' };
    case 'invite':
      return {
        text: `Send ${name} a link to set a new password? The old password stops working.`,
        confirmLabel: 'Send link',
      };
    case 'deactivate':
      return { text: `Deactivate ${name}? They are logged out and can't log in again.`, confirmLabel: 'Deactivate' };
  }
}
