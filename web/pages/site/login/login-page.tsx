import { type FormEvent, useEffect, useRef, useState } from 'react';
import { farm } from '#content/farm.ts';
import barn from '#content/pictures/gallery-36.jpg?picture';
import { pagePaths } from '#contracts/page-paths.ts';
import { Gate, GateButton, GateForm } from '#web/layout/auth-layout.tsx';
import { send } from '#web/query/mutate.ts';
import { RequestError } from '#web/query/request.ts';
import { useSending } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { forgetSentToLogin, keepSession, type SentToLogin, sentToLogin } from '#web/session/session.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { textIn } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';

export const headOf = (): Head => ({
  title: `Login · ${farm.brand}`,
  description: `For customers and staff of ${farm.brand}: log in to see your orders or to work in the office.`,
});

export function Page() {
  const { busy, refused, run } = useSending();
  const [sent, setSent] = useState<SentToLogin>();
  useEffect(() => setSent(sentToLogin()), []);
  // From the first time the server asks for it: most accounts have no second factor.
  const [wantsCode, setWantsCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wantsCode) codeField.current?.focus();
  }, [wantsCode]);

  function login(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const code = textIn(form, 'code');
    const body = { email: textIn(form, 'email'), password: textIn(form, 'password'), ...(code && { code }) };
    void run(async () => {
      const { token, user } = await send('POST /api/login', { body, otherwise: 'Login failed' }).catch(noticeCode);
      keepSession(token, user);
      forgetSentToLogin();
      location.assign(sent?.from ?? pagePaths.dashboard);
    });
  }

  function noticeCode(error: unknown): never {
    if (error instanceof RequestError && error.errors.code) setWantsCode(true);
    throw error;
  }

  return (
    <Gate
      picture={barn}
      alt="A wooden barn in warm side light with hop rows and trees."
      heading="Login"
      note={sent ? reasons[sent.why] : ''}
    >
      <GateForm busy={busy} onSubmit={login}>
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
        <GateButton busy={busy}>{busy ? 'Logging in...' : 'Login'}</GateButton>
        <FormError text={refused.text} />
      </GateForm>
      <p className="gate-more">
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
    </Gate>
  );
}

const reasons: Record<SentToLogin['why'], string> = {
  first: 'Please log in to go on.',
  session: 'Your session has ended. Please log in again.',
  load: 'The office could not be loaded. Please log in again.',
};
