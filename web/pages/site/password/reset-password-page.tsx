import { useState } from 'react';
import barn from '#content/pictures/gallery-36.jpg?picture';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { useAuthForm } from '#web/layout/auth-form.ts';
import { AuthButton, AuthForm, AuthLayout } from '#web/layout/auth-layout.tsx';
import { mutate } from '#web/query/mutate.ts';
import type { Head } from '#web/router/route-definition.ts';
import { FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { NewPasswordField } from '#web/ui/new-password-field.tsx';
import '#web/layout/auth-layout.css';
import '#web/ui/field.css';

export const headFor = (_: unknown, { brand }: PublicFarm): Head => ({
  title: 'Reset password',
  description: `Reset the password of your account at ${brand}.`,
});

export function Page() {
  const { busy, text, fields, form } = useAuthForm(reset);
  const [message, setMessage] = useState('');

  async function reset(sent: HTMLFormElement) {
    const body = { token: location.hash.slice(1), password: fieldText(sent, 'password') };
    setMessage((await mutate('POST /api/password-resets', { body })).message);
    // Drop the used token from the URL.
    history.replaceState(history.state, '', location.pathname);
  }

  return (
    <AuthLayout
      picture={barn}
      alt="A wooden barn in warm side light with hop rows and trees."
      heading="Reset your password"
    >
      {message ? (
        <p className="auth-done" role="alert">
          {message}
        </p>
      ) : (
        <AuthForm busy={busy} {...form}>
          <NewPasswordField label="New password" error={fields.password} />
          <AuthButton busy={busy}>Set password</AuthButton>
          <FormError text={text} />
        </AuthForm>
      )}
      <p className="auth-more">
        <span>
          <a className="text-link" href={pagePaths.login}>
            Back to login
          </a>
        </span>
        {fields.token && (
          <span>
            <a className="text-link" href={pagePaths.forgotPassword}>
              Get a new link
            </a>
          </span>
        )}
      </p>
    </AuthLayout>
  );
}
