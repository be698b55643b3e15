import { type FormEvent, useState } from 'react';
import { farm } from '#content/farm.ts';
import barn from '#content/pictures/gallery-36.jpg?picture';
import { pagePaths } from '#contracts/page-paths.ts';
import { AuthButton, AuthForm, AuthLayout } from '#web/layout/auth-layout.tsx';
import { mutate } from '#web/query/mutate.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';

export const headFor = (): Head => ({
  title: `Forgot your password · ${farm.brand}`,
  description: `A link by e-mail lets you set a new password for your account at ${farm.brand}.`,
});

export function Page() {
  const { busy, error, submit } = useSubmit();
  const [answer, setAnswer] = useState('');

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { email: fieldText(event.currentTarget, 'email') };
    setAnswer('');
    void submit(async () => setAnswer((await mutate('POST /api/password-reset-requests', { body })).message));
  }

  return (
    <AuthLayout picture={barn} alt="A wooden barn in warm side light with hop rows and trees." heading="Forgot it?">
      <AuthForm busy={busy} onSubmit={ask}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          help="We send you a link that lets you set a new password."
        />
        <AuthButton busy={busy}>Send the link</AuthButton>
        {answer ? (
          <p className="auth-done" role="alert">
            {answer}
          </p>
        ) : (
          <FormError text={error.text} />
        )}
      </AuthForm>
      <p className="auth-more">
        <span>
          Remembered it?{' '}
          <a className="text-link" href={pagePaths.login}>
            Login
          </a>
        </span>
      </p>
    </AuthLayout>
  );
}
