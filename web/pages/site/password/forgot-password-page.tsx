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
  title: `Forgot password · ${farm.brand}`,
  description: `Get a link by email to reset the password of your account at ${farm.brand}.`,
});

export function Page() {
  const { busy, error, submit } = useSubmit();
  const [message, setMessage] = useState('');

  function requestLink(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { email: fieldText(event.currentTarget, 'email') };
    setMessage('');
    void submit(async () => setMessage((await mutate('POST /api/password-reset-requests', { body })).message));
  }

  return (
    <AuthLayout
      picture={barn}
      alt="A wooden barn in warm side light with hop rows and trees."
      heading="Forgot password?"
    >
      <AuthForm busy={busy} onSubmit={requestLink}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          help="We'll email you a link to reset your password."
        />
        <AuthButton busy={busy}>Send link</AuthButton>
        {message ? (
          <p className="auth-done" role="alert">
            {message}
          </p>
        ) : (
          <FormError text={error.text} />
        )}
      </AuthForm>
      <p className="auth-more">
        <span>
          <a className="text-link" href={pagePaths.login}>
            Back to login
          </a>
        </span>
      </p>
    </AuthLayout>
  );
}
