import { useState } from 'react';
import bines from '#content/pictures/gallery-14.jpg?picture';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { useAuthForm } from '#web/layout/auth-form.ts';
import { AuthButton, AuthForm, AuthLayout } from '#web/layout/auth-layout.tsx';
import { mutate } from '#web/query/mutate.ts';
import type { Head } from '#web/router/route-definition.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { NewPasswordField } from '#web/ui/new-password-field.tsx';
import '#web/layout/auth-layout.css';
import '#web/ui/field.css';

export const headFor = (_: unknown, { brand }: PublicFarm): Head => ({
  title: 'Sign Up',
  description: `An account at ${brand} keeps your orders in one place. Ordering works without one.`,
});

/** Long enough to read or hear the message. */
const REDIRECT_MS = 1500;

export function Page() {
  const { busy, text, fields, form } = useAuthForm(signUp);
  const [done, setDone] = useState(false);

  async function signUp(sent: HTMLFormElement) {
    const body = {
      name: fieldText(sent, 'name'),
      email: fieldText(sent, 'email'),
      password: fieldText(sent, 'password'),
      website: fieldText(sent, 'website'),
    };
    await mutate('POST /api/register', { body, fallbackMessage: 'Signup failed' });
    setDone(true);
    setTimeout(() => location.assign(pagePaths.login), REDIRECT_MS);
  }

  return (
    <AuthLayout picture={bines} alt="Young hop shoots climbing strings." heading="Sign Up">
      <AuthForm busy={busy || done} {...form}>
        <Field label="Full Name" name="name" autoComplete="name" maxLength={100} required error={fields.name} />
        <Field label="Email" name="email" type="email" autoComplete="email" required error={fields.email} />
        <NewPasswordField label="Password" error={fields.password} />
        <div className="visually-hidden" aria-hidden="true">
          <label>
            Website
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <AuthButton busy={busy || done}>{busy ? 'Signing up...' : 'Sign Up'}</AuthButton>
        {done ? (
          <p className="auth-done" role="alert">
            Signup successful! Redirecting...
          </p>
        ) : (
          <FormError text={text} />
        )}
      </AuthForm>
      <p className="auth-more">
        <span>
          Have an account?{' '}
          <a className="text-link" href={pagePaths.login}>
            Login
          </a>
        </span>
      </p>
    </AuthLayout>
  );
}
