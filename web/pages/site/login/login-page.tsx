import { type FormEvent, useEffect, useRef, useState } from 'react';
import { farm } from '#content/farm.ts';
import barn from '#content/pictures/gallery-36.jpg?picture';
import { pagePaths } from '#contracts/page-paths.ts';
import { AuthButton, AuthForm, AuthLayout } from '#web/layout/auth-layout.tsx';
import { mutate } from '#web/query/mutate.ts';
import { RequestError } from '#web/query/request.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { STORAGE_BLOCKED } from '#web/session/browser-storage.ts';
import { clearLoginRedirect, type LoginRedirect, readLoginRedirect, saveSession } from '#web/session/session.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';

export const headFor = (): Head => ({
  title: `Login · ${farm.brand}`,
  description: `For customers and staff of ${farm.brand}: log in to see your orders or manage the shop.`,
});

export function Page() {
  const { busy, error, submit } = useSubmit();
  const [redirect, setRedirect] = useState<LoginRedirect>();
  useEffect(() => setRedirect(readLoginRedirect()), []);
  // Shown once the server asks for a code; most accounts don't use two-factor login.
  const [needsCode, setNeedsCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (needsCode) codeField.current?.focus();
  }, [needsCode]);

  function login(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const code = fieldText(form, 'code');
    const body = { email: fieldText(form, 'email'), password: fieldText(form, 'password'), ...(code && { code }) };
    void submit(async () => {
      const { token, user } = await mutate('POST /api/login', { body, fallbackMessage: 'Login failed' }).catch(
        checkForCode,
      );
      if (!saveSession(token, user)) throw new RequestError(`${STORAGE_BLOCKED} Allow them to log in.`);
      clearLoginRedirect();
      location.assign(redirect?.from ?? pagePaths.dashboard);
    });
  }

  function checkForCode(error: unknown): never {
    if (error instanceof RequestError && error.errors.code) setNeedsCode(true);
    throw error;
  }

  return (
    <AuthLayout
      picture={barn}
      alt="A wooden barn in warm side light with hop rows and trees."
      heading="Login"
      note={redirect ? reasons[redirect.reason] : ''}
    >
      <AuthForm busy={busy} onSubmit={login}>
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        {needsCode && (
          <Field
            ref={codeField}
            label="Code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
            help="From your authenticator app, or a recovery code"
          />
        )}
        <AuthButton busy={busy}>{busy ? 'Logging in...' : 'Login'}</AuthButton>
        <FormError text={error.text} />
      </AuthForm>
      <p className="auth-more">
        <span>
          New here?{' '}
          <a className="text-link" href={pagePaths.signup}>
            Sign Up
          </a>
        </span>
        <span>
          <a className="text-link" href={pagePaths.forgotPassword}>
            Forgot your password?
          </a>
        </span>
      </p>
    </AuthLayout>
  );
}

const reasons: Record<LoginRedirect['reason'], string> = {
  first: 'Log in to continue.',
  session: 'Your session has ended. Please log in again.',
  load: "The back office didn't load. Please log in again.",
};
