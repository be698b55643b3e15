import { useEffect, useRef, useState } from 'react';
import barn from '#content/pictures/gallery-36.jpg?picture';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { useAuthForm } from '#web/layout/auth-form.ts';
import { AuthButton, AuthForm, AuthLayout } from '#web/layout/auth-layout.tsx';
import { mutate } from '#web/query/mutate.ts';
import { RequestError } from '#web/query/request.ts';
import type { Head } from '#web/router/route-definition.ts';
import { STORAGE_BLOCKED } from '#web/session/browser-storage.ts';
import { clearLoginRedirect, type LoginRedirect, readLoginRedirect, saveSession } from '#web/session/session.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';
import '#web/ui/field.css';

export const headFor = (_: unknown, { brand }: PublicFarm): Head => ({
  title: 'Login',
  description: `For customers and staff of ${brand}: log in to see your orders or manage the shop.`,
});

export function Page() {
  const { busy, text, fields, form } = useAuthForm(login);
  const [redirect, setRedirect] = useState<LoginRedirect>();
  useEffect(() => setRedirect(orderInUrl() ?? readLoginRedirect()), []);
  // Shown once the server asks for a code; most accounts don't use two-factor login.
  const [needsCode, setNeedsCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (needsCode) codeField.current?.focus();
  }, [needsCode]);

  async function login(sent: HTMLFormElement) {
    const code = fieldText(sent, 'code');
    const body = { email: fieldText(sent, 'email'), password: fieldText(sent, 'password'), ...(code && { code }) };
    const { token, user } = await mutate('POST /api/login', { body, fallbackMessage: 'Login failed' }).catch(
      checkForCode,
    );
    if (!saveSession(token, user)) throw new RequestError(`${STORAGE_BLOCKED} Allow them to log in.`);
    clearLoginRedirect();
    location.assign(redirect?.from ?? pagePaths.dashboard);
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
      <AuthForm busy={busy} {...form}>
        <Field label="Email" name="email" type="email" autoComplete="username" required error={fields.email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={fields.password}
        />
        {needsCode && (
          <Field
            ref={codeField}
            label="Code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
            help="From your authenticator app, or a recovery code"
            // The server's text is below the button.
            error={text ? undefined : fields.code}
          />
        )}
        <AuthButton busy={busy}>{busy ? 'Logging in...' : 'Login'}</AuthButton>
        <FormError text={text} />
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
            Forgot password?
          </a>
        </span>
      </p>
    </AuthLayout>
  );
}

/** A link to log in says where to return, so that it works before its page's script runs. Only to an order, never to another site. */
function orderInUrl(): LoginRedirect | undefined {
  const [from] = /^\/order\/\d+$/.exec(new URLSearchParams(location.search).get('from') ?? '') ?? [];
  return from ? { reason: 'first', from } : undefined;
}

const reasons: Record<LoginRedirect['reason'], string> = {
  first: 'Log in to continue.',
  session: 'Your session has ended. Please log in again.',
  load: "The back office didn't load. Please log in again.",
};
