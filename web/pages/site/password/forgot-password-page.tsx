import { useState } from 'react';
import barn from '#content/pictures/gallery-36.jpg?picture';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { useAuthForm } from '#web/layout/auth-form.ts';
import { AuthButton, AuthForm, AuthLayout } from '#web/layout/auth-layout.tsx';
import { mutate } from '#web/query/mutate.ts';
import type { Head } from '#web/router/route-definition.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';
import '#web/ui/field.css';

export const headFor = (_: unknown, { brand }: PublicFarm): Head => ({
  title: 'Forgot password',
  description: `Get a link by email to reset the password of your account at ${brand}.`,
});

export function Page() {
  const { busy, text, fields, form } = useAuthForm(requestLink);
  const [message, setMessage] = useState('');

  async function requestLink(sent: HTMLFormElement) {
    const body = { email: fieldText(sent, 'email') };
    setMessage('');
    setMessage((await mutate('POST /api/password-reset-requests', { body })).message);
  }

  return (
    <AuthLayout
      picture={barn}
      alt="A wooden barn in warm side light with hop rows and trees."
      heading="Forgot password?"
    >
      <AuthForm busy={busy} {...form}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          help="We'll email you a link to reset your password."
          error={fields.email}
        />
        <AuthButton busy={busy}>Send link</AuthButton>
        {message ? (
          <p className="auth-done" role="alert">
            {message}
          </p>
        ) : (
          <FormError text={text} />
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
