import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { RecoveryCodes, type Secret, TwoFactorSetup } from './two-factor-setup.tsx';
import { UsernameField } from './username-field.tsx';

type Step = { is: 'rest' } | ({ is: 'setup' } & Secret) | { is: 'codes'; codes: string[] };
type State = ResponseOf<'GET /api/account/second-factor'>['data'];

const rest: Step = { is: 'rest' };

/** A code from the phone besides the password, for staff who want it. */
export function TwoFactor() {
  const factor = useQuery(query('GET /api/account/second-factor', {}));
  const answers = useQueryCache();
  const [step, setStep] = useState<Step>(rest);
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => {
    if (step !== rest) title.current?.focus();
  }, [step]);

  function atRest() {
    answers.invalidate('/api/account/second-factor');
    answers.invalidate('/api/account/sessions');
    setStep(rest);
  }

  return (
    <section className="two-factor" aria-labelledby={heading}>
      <h3 ref={title} id={heading} tabIndex={-1}>
        Second factor
      </h3>
      {step.is === 'setup' && <TwoFactorSetup {...step} onDone={(codes) => setStep({ is: 'codes', codes })} />}
      {step.is === 'codes' && <RecoveryCodes codes={step.codes} onKept={atRest} />}
      {step.is === 'rest' && (
        <AsyncView state={factor} loading="Loading..." skeleton={<div className="skeleton skeleton-line" />}>
          {({ data }) =>
            data.since ? (
              <SwitchOff since={data.since} left={data.recovery_codes_left} onDone={atRest} />
            ) : (
              <Begin onBegun={(secret) => setStep({ is: 'setup', ...secret })} />
            )
          }
        </AsyncView>
      )}
    </section>
  );
}

function Begin({ onBegun }: { onBegun(secret: Secret): void }) {
  const { busy, error, submit } = useSubmit();

  function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { password: fieldText(event.currentTarget, 'password') };
    void submit(async () => onBegun((await mutate('POST /api/account/second-factor', { body })).data));
  }

  return (
    <form className="account-form" method="post" aria-label="Second factor" aria-busy={busy} onSubmit={begin}>
      <p>Off. With it, logging in also takes a code from an authenticator app: a guessed password is not enough.</p>
      <UsernameField />
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={error.fields.password}
      />
      <button className="button" type="submit" aria-busy={busy} aria-disabled={busy}>
        Set up
      </button>
      <FormError text={error.text} />
    </form>
  );
}

type OnProps = { since: NonNullable<State['since']>; left: number; onDone(): void };

function SwitchOff({ since, left, onDone }: OnProps) {
  const { busy, error, submit } = useSubmit();

  function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { password: fieldText(form, 'password'), code: fieldText(form, 'code') };
    void submit(async () => {
      const { message } = await mutate('POST /api/account/second-factor/removal', { body });
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
      <UsernameField />
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={error.fields.password}
      />
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
        help="From the app, or a recovery code"
        error={error.fields.code}
      />
      <button className="button button-danger" type="submit" aria-busy={busy} aria-disabled={busy}>
        Switch off
      </button>
      <FormError text={error.text} />
    </form>
  );
}
