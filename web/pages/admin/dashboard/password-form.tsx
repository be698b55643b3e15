import { type FormEvent, useId } from 'react';
import { send } from '#web/query/mutate.ts';
import { useAnswers } from '#web/query/query-cache.ts';
import { useSending } from '#web/query/use-submit.ts';
import { keepSession } from '#web/session/session.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { textIn } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { AccountName } from './username-field.tsx';

export function PasswordForm() {
  const answers = useAnswers();
  const { busy, refused, run } = useSending();
  const heading = useId();

  function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { current_password: textIn(form, 'current_password'), password: textIn(form, 'password') };
    void run(async () => {
      const { token, user, message } = await send('PUT /api/account/password', { body });
      keepSession(token, user);
      form.reset();
      answers.forget('/api/account/sessions');
      toast({ text: `${message} You are logged out everywhere else.` });
    });
  }

  const { fields } = refused;
  return (
    <form className="account-form" method="post" aria-labelledby={heading} aria-busy={busy} onSubmit={change}>
      <h3 id={heading}>Change your password</h3>
      <AccountName />
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={fields.current_password}
      />
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        required
        help="Eight characters or more"
        error={fields.password}
      />
      <button className="button" type="submit" aria-busy={busy} aria-disabled={busy}>
        Change password
      </button>
      <FormError text={refused.text} />
    </form>
  );
}
