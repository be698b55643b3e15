import { type FormEvent, useState } from 'react';
import { farm } from '#content/farm.ts';
import bines from '#content/pictures/gallery-14.jpg?picture';
import { pagePaths } from '#contracts/page-paths.ts';
import { Gate, GateButton, GateForm } from '#web/layout/auth-layout.tsx';
import { send } from '#web/query/mutate.ts';
import { useSending } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { textIn } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';

export const headOf = (): Head => ({
  title: `Sign Up · ${farm.brand}`,
  description: `An account at ${farm.brand} keeps your orders in one place. Ordering works without one.`,
});

/** Long enough to read the sentence, or to hear it. */
const REDIRECT_MS = 1500;

export function Page() {
  const { busy, refused, run } = useSending();
  const [done, setDone] = useState(false);

  function signUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = {
      name: textIn(form, 'name'),
      email: textIn(form, 'email'),
      password: textIn(form, 'password'),
      website: textIn(form, 'website'),
    };
    void run(async () => {
      await send('POST /api/register', { body, otherwise: 'Signup failed' });
      setDone(true);
      setTimeout(() => location.assign(pagePaths.login), REDIRECT_MS);
    });
  }

  const { fields } = refused;
  return (
    <Gate picture={bines} alt="Young hop shoots climbing strings." heading="Sign Up">
      <GateForm busy={busy || done} onSubmit={signUp}>
        <Field label="Full Name" name="name" autoComplete="name" maxLength={100} required error={fields.name} />
        <Field label="Email" name="email" type="email" autoComplete="email" required error={fields.email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          required
          help="Eight characters or more"
          error={fields.password}
        />
        <div className="unseen" aria-hidden="true">
          <label>
            Website
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <GateButton busy={busy || done}>{busy ? 'Signing up...' : 'Sign Up'}</GateButton>
        {done ? (
          <p className="gate-done" role="alert">
            Signup successful! Redirecting...
          </p>
        ) : (
          <FormError text={refused.text} />
        )}
      </GateForm>
      <p className="gate-more">
        <span>
          Have an account?{' '}
          <a className="text-link" href={pagePaths.login}>
            Login
          </a>
        </span>
      </p>
    </Gate>
  );
}
