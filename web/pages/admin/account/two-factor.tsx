import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { replaceRoute } from '#web/router/navigation.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { RecoveryCodes, type Secret, TwoFactorSetup } from './two-factor-setup.tsx';
import { UsernameField } from './username-field.tsx';

type Step = { is: 'idle' } | ({ is: 'setup' } & Secret) | { is: 'codes'; codes: string[] };
type TwoFactorState = ResponseOf<'GET /api/account/second-factor'>['data'];

const idle: Step = { is: 'idle' };

/** Two-factor login for staff. `required`: the rest of the back office waits for it. */
export function TwoFactor({ required = false }: { required?: boolean }) {
  const twoFactor = useQuery(query('GET /api/account/second-factor', {}));
  const queryCache = useQueryCache();
  const [step, setStep] = useState<Step>(idle);
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => {
    if (step !== idle) title.current?.focus();
  }, [step]);

  function finish() {
    queryCache.invalidate('/api/account/second-factor');
    queryCache.invalidate('/api/account/sessions');
    if (required) {
      queryCache.invalidate('/api/dashboard');
      queryCache.invalidate('/api/account');
      return replaceRoute(pagePaths.dashboard);
    }
    setStep(idle);
  }

  return (
    <section className="two-factor" aria-labelledby={heading}>
      <h2 ref={title} className="admin-section" id={heading} tabIndex={-1}>
        Two-step login
      </h2>
      {step.is === 'setup' && <TwoFactorSetup {...step} onDone={(codes) => setStep({ is: 'codes', codes })} />}
      {step.is === 'codes' && <RecoveryCodes codes={step.codes} onSaved={finish} />}
      {step.is === 'idle' && (
        <AsyncView state={twoFactor} loading="Loading..." skeleton={<div className="skeleton skeleton-line" />}>
          {({ data }) =>
            data.since ? (
              <TurnOff since={data.since} left={data.recovery_codes_left} onDone={finish} />
            ) : (
              <StartSetup onStarted={(secret) => setStep({ is: 'setup', ...secret })} />
            )
          }
        </AsyncView>
      )}
    </section>
  );
}

function StartSetup({ onStarted }: { onStarted(secret: Secret): void }) {
  const { busy, error, submit } = useSubmit();

  function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { password: fieldText(event.currentTarget, 'password') };
    void submit(async () => onStarted((await mutate('POST /api/account/second-factor', { body })).data));
  }

  return (
    <form className="account-form" method="post" aria-label="Two-step login" aria-busy={busy} onSubmit={start}>
      <p>Off. Turn it on to require a code from an authenticator app as well as your password.</p>
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

type TurnOffProps = { since: NonNullable<TwoFactorState['since']>; left: number; onDone(): void };

function TurnOff({ since, left, onDone }: TurnOffProps) {
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
    <form className="account-form" method="post" aria-label="Two-step login" aria-busy={busy} onSubmit={remove}>
      <p>
        <b>On</b> since {formatShortDateTime(since)}. {left === 1 ? '1 recovery code' : `${left} recovery codes`} left.
        For new ones, turn it off and on again.
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
        Turn off
      </button>
      <FormError text={error.text} />
    </form>
  );
}
