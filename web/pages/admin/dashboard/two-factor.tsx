import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { send } from '#web/query/mutate.ts';
import { get } from '#web/query/query.ts';
import { useAnswers } from '#web/query/query-cache.ts';
import { useAnswer } from '#web/query/use-query.ts';
import { useSending } from '#web/query/use-submit.ts';
import { Loaded } from '#web/ui/async-view.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { textIn } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { FactorSetup, RecoveryCodes, type Secret } from './two-factor-setup.tsx';
import { AccountName } from './username-field.tsx';

type Step = { is: 'rest' } | ({ is: 'setup' } & Secret) | { is: 'codes'; codes: string[] };
type State = ResponseOf<'GET /api/account/second-factor'>['data'];

const rest: Step = { is: 'rest' };

/** A code from the phone besides the password, for staff who want it. */
export function SecondFactor() {
  const factor = useAnswer(get('GET /api/account/second-factor', {}));
  const answers = useAnswers();
  const [step, setStep] = useState<Step>(rest);
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => {
    if (step !== rest) title.current?.focus();
  }, [step]);

  function atRest() {
    answers.forget('/api/account/second-factor');
    answers.forget('/api/account/sessions');
    setStep(rest);
  }

  return (
    <section className="second-factor" aria-labelledby={heading}>
      <h3 ref={title} id={heading} tabIndex={-1}>
        Second factor
      </h3>
      {step.is === 'setup' && <FactorSetup {...step} onDone={(codes) => setStep({ is: 'codes', codes })} />}
      {step.is === 'codes' && <RecoveryCodes codes={step.codes} onKept={atRest} />}
      {step.is === 'rest' && (
        <Loaded from={factor} loading="Loading..." skeleton={<div className="skeleton skeleton-line" />}>
          {({ data }) =>
            data.since ? (
              <SwitchOff since={data.since} left={data.recovery_codes_left} onDone={atRest} />
            ) : (
              <Begin onBegun={(secret) => setStep({ is: 'setup', ...secret })} />
            )
          }
        </Loaded>
      )}
    </section>
  );
}

function Begin({ onBegun }: { onBegun(secret: Secret): void }) {
  const { busy, refused, run } = useSending();

  function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { password: textIn(event.currentTarget, 'password') };
    void run(async () => onBegun((await send('POST /api/account/second-factor', { body })).data));
  }

  return (
    <form className="account-form" method="post" aria-label="Second factor" aria-busy={busy} onSubmit={begin}>
      <p>Off. With it, logging in also takes a code from an authenticator app: a guessed password is not enough.</p>
      <AccountName />
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={refused.fields.password}
      />
      <button className="button" type="submit" aria-busy={busy} aria-disabled={busy}>
        Set up
      </button>
      <FormError text={refused.text} />
    </form>
  );
}

type OnProps = { since: NonNullable<State['since']>; left: number; onDone(): void };

function SwitchOff({ since, left, onDone }: OnProps) {
  const { busy, refused, run } = useSending();

  function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { password: textIn(form, 'password'), code: textIn(form, 'code') };
    void run(async () => {
      const { message } = await send('POST /api/account/second-factor/removal', { body });
      toast({ text: message });
      onDone();
    });
  }

  return (
    <form className="account-form" method="post" aria-label="Second factor" aria-busy={busy} onSubmit={remove}>
      <p>
        <b>On</b> since {formatDateTime(since)}. {left === 1 ? '1 recovery code is' : `${left} recovery codes are`}{' '}
        left; for new ones, switch it off and on again.
      </p>
      <AccountName />
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={refused.fields.password}
      />
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
        help="From the app, or a recovery code"
        error={refused.fields.code}
      />
      <button className="button button-danger" type="submit" aria-busy={busy} aria-disabled={busy}>
        Switch off
      </button>
      <FormError text={refused.text} />
    </form>
  );
}
