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
  title: `Forgot your password · ${farm.brand}`,
  description: `A link by e-mail lets you set a new password for your account at ${farm.brand}.`,
});

export function Page() {
  const { busy, refused, run } = useSending();
  const [answer, setAnswer] = useState('');

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { email: textIn(event.currentTarget, 'email') };
    setAnswer('');
    void run(async () => setAnswer((await send('POST /api/password-reset-requests', { body })).message));
  }

  return (
    <Gate picture={barn} alt="A wooden barn in warm side light with hop rows and trees." heading="Forgot it?">
      <GateForm busy={busy} onSubmit={ask}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          help="We send you a link that lets you set a new password."
        />
        <GateButton busy={busy}>Send the link</GateButton>
        {answer ? (
          <p className="gate-done" role="alert">
            {answer}
          </p>
        ) : (
          <FormError text={refused.text} />
        )}
      </GateForm>
      <p className="gate-more">
        <span>
          Remembered it?{' '}
          <a className="text-link" href={pagePaths.login}>
            Login
          </a>
        </span>
      </p>
    </Gate>
  );
}
