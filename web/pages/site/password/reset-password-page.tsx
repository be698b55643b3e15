import { type FormEvent, useState } from 'react';
import { farm } from '#content/farm.ts';
import barn from '#content/pictures/gallery-36.jpg?picture';
import { pagePaths } from '#contracts/page-paths.ts';
import { Gate, GateButton, GateForm } from '#web/layout/auth-layout.tsx';
import { send } from '#web/query/mutate.ts';
import { useSending } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { textIn } from '#web/ui/form-values.ts';
import '#web/layout/auth-layout.css';

export const headOf = (): Head => ({
  title: `A new password · ${farm.brand}`,
  description: `Set a new password for your account at ${farm.brand}.`,
});

export function Page() {
  const { busy, refused, run } = useSending();
  const [done, setDone] = useState(false);

  function reset(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { token: location.hash.slice(1), password: textIn(event.currentTarget, 'password') };
    void run(async () => {
      await send('POST /api/password-resets', { body });
      setDone(true);
      // The link has done its work.
      history.replaceState(history.state, '', location.pathname);
    });
  }

  return (
    <Gate picture={barn} alt="A wooden barn in warm side light with hop rows and trees." heading="A new password">
      {done ? (
        <p className="gate-done" role="alert">
          Your password was changed.
        </p>
      ) : (
        <GateForm busy={busy} onSubmit={reset}>
          <Field
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={8}
            required
            help="Eight characters or more"
            error={refused.fields.password}
          />
          <GateButton busy={busy}>Set the password</GateButton>
          <FormError text={refused.text} />
        </GateForm>
      )}
      <p className="gate-more">
        <span>
          <a className="text-link" href={pagePaths.login}>
            Login
          </a>
        </span>
        {refused.fields.token && (
          <span>
            <a className="text-link" href={pagePaths.forgotPassword}>
              Ask for a new link
            </a>
          </span>
        )}
      </p>
    </Gate>
  );
}
