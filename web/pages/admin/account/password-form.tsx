import { type FormEvent, useId } from 'react';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { saveSession } from '#web/session/session.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { NewPasswordField } from '#web/ui/new-password-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { UsernameField } from './username-field.tsx';

export function PasswordForm() {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const heading = useId();

  function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { current_password: fieldText(form, 'current_password'), password: fieldText(form, 'password') };
    void submit(async () => {
      const { token, user, message } = await mutate('PUT /api/account/password', { body });
      saveSession(token, user);
      form.reset();
      queryCache.invalidate('/api/account/sessions');
      toast({ text: `${message} You're now logged out everywhere else.` });
    });
  }

  const { fields } = error;
  return (
    <form className="account-form" method="post" aria-labelledby={heading} aria-busy={busy} onSubmit={change}>
      <h2 className="admin-section" id={heading}>
        Change your password
      </h2>
      <UsernameField />
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={fields.current_password}
      />
      <NewPasswordField label="New password" error={fields.password} />
      <button className="button" type="submit" aria-busy={busy} aria-disabled={busy}>
        Change password
      </button>
      <FormError text={error.text} />
    </form>
  );
}
