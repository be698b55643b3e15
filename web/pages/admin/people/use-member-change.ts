import type { StaffMember } from '#contracts/people.ts';
import type { StaffRole } from '#contracts/staff-roles.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { toast } from '#web/ui/toast.tsx';

export type MemberChange =
  | { kind: 'role'; to: StaffRole }
  | { kind: 'invite' }
  | { kind: 'deactivate' }
  | { kind: 'log out' };

export function useMemberChange({ id, name, email }: StaffMember) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  return { busy, error, change };

  function change(what: MemberChange): Promise<void> {
    return submit(async () => {
      toast({ text: await send(what) });
      queryCache.invalidate('/api/people');
    });
  }

  async function send(what: MemberChange): Promise<string> {
    const params = { id };
    switch (what.kind) {
      case 'role':
        await mutate('PUT /api/people/:id', { params, body: { staff_role: what.to } });
        return `${name} has a new role.`;
      case 'invite':
        await mutate('POST /api/people/:id/invitation', { params });
        return `We sent a link to ${email}.`;
      case 'deactivate':
        await mutate('POST /api/people/:id/deactivation', { params });
        return `${name} can't log in any more.`;
      case 'log out':
        return (await mutate('DELETE /api/people/:id/sessions', { params })).message;
    }
  }
}
