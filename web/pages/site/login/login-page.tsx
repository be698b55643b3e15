import { type FormEvent, useEffect, useRef, useState } from 'react';
import { farm } from '#content/farm.ts';
import barn from '#content/pictures/gallery-36.jpg?picture';
import { pagePaths } from '#contracts/page-paths.ts';
import { AuthButton, AuthForm, AuthLayout } from '#web/layout/auth-layout.tsx';
import { mutate } from '#web/query/mutate.ts';
import { RequestError } from '#web/query/request.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { clearLoginRedirect, type LoginRedirect, readLoginRedirect, saveSession } from '#web/session/session.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';

export const headFor = (): Head => ({
  title: `Login · ${farm.brand}`,
  description: `For customers and staff of ${farm.brand}: log in to see your orders or to work in the office.`,
});

export function Page() {
  const { busy, error, submit } = useSubmit();
  const [sent, setSent] = useState<LoginRedirect>();
  useEffect(() => setSent(readLoginRedirect()), []);
  // From the first time the server asks for it: most accounts have no second factor.
  const [wantsCode, setWantsCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wantsCode) codeField.current?.focus();
  }, [wantsCode]);

  function login(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const code = fieldText(form, 'code');
    const body = { email: fieldText(form, 'email'), password: fieldText(form, 'password'), ...(code && { code }) };
    void submit(async () => {
      const { token, user } = await mutate('POST /api/login', { body, fallbackMessage: 'Login failed' }).catch(
        noticeCode,
      );
      saveSession(token, user);
      clearLoginRedirect();
      location.assign(sent?.from ?? pagePaths.dashboard);
    });
  }

  function noticeCode(error: unknown): never {
    if (error instanceof RequestError && error.errors.code) setWantsCode(true);
    throw error;
  }

  return (
    <AuthLayout
      picture={barn}
      alt="A wooden barn in warm side light with hop rows and trees."
      heading="Login"
      note={sent ? reasons[sent.reason] : ''}
    >
      <AuthForm busy={busy} onSubmit={login}>
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        {wantsCode && (
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
          Forgot your password?{' '}
          <a className="text-link" href={pagePaths.forgotPassword}>
            Set a new one
          </a>
        </span>
      </p>
    </AuthLayout>
  );
}

const reasons: Record<LoginRedirect['reason'], string> = {
  first: 'Please log in to go on.',
  session: 'Your session has ended. Please log in again.',
  load: 'The office could not be loaded. Please log in again.',
};
