import { type SubmitEvent, useId } from 'react';
import { type StaffRole, staffRoles } from '#contracts/staff-roles.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { RoleSelect } from './role-select.tsx';

export function InviteForm() {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const heading = useId();
  const hasFieldErrors = Object.values(error.fields).some(Boolean);

  function invite(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = {
      name: fieldText(form, 'name'),
      email: fieldText(form, 'email'),
      staff_role: roleOf(fieldText(form, 'staff_role')),
    };
    void submit(async () => {
      const { data } = await mutate('POST /api/people', { body });
      queryCache.invalidate('/api/people');
      toast({ text: `We sent an invitation to ${data.email}.` });
      form.reset();
    });
  }

  return (
    <section aria-labelledby={heading}>
      <h2 className="admin-section" id={heading}>
        Invite someone
      </h2>
      <form className="people-form" method="post" noValidate onSubmit={invite}>
        <Field label="Name" name="name" autoComplete="off" error={error.fields.name} />
        <Field label="Email" name="email" type="email" autoComplete="off" error={error.fields.email} />
        <FieldFrame
          label="Role"
          help="They get a link to set a password. It works once, for seven days."
          error={error.fields.staff_role}
        >
          {(control) => <RoleSelect name="staff_role" defaultValue="staff" {...control} />}
        </FieldFrame>
        <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy}>
          Send invitation
        </button>
        <FormError text={hasFieldErrors ? undefined : error.text} />
      </form>
    </section>
  );
}

const roleOf = (text: string): StaffRole => staffRoles.find((role) => role === text) ?? 'staff';
