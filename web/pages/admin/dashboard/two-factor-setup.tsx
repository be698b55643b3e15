import { type FormEvent, lazy, Suspense } from 'react';
import { mutate } from '#web/query/mutate.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';

export type Secret = { secret: string; link: string };

// Only whoever sets it up needs what draws it.
const QrPicture = lazy(async () => ({ default: (await import('./qr-picture.tsx')).QrPicture }));

/** The secret goes into the app, and a code of the app comes back. */
export function TwoFactorSetup({ secret, link, onDone }: Secret & { onDone(recoveryCodes: string[]): void }) {
  const { busy, error, submit } = useSubmit();

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { code: fieldText(event.currentTarget, 'code') };
    void submit(async () => {
      const { data } = await mutate('POST /api/account/second-factor/confirmation', { body });
      onDone(data.recovery_codes);
    });
  }

  return (
    <>
      <p>
        Scan this with your authenticator app, or <a href={link}>open it in the app</a> on this device.
      </p>
      <Suspense fallback={<div className="qr-picture" />}>
        <QrPicture text={link} label="QR code for your authenticator app" />
      </Suspense>
      <p>
        Or type the secret into the app. It is shown only now:
        <code className="two-factor-secret">{inGroups(secret)}</code>
      </p>
      <form className="account-form" method="post" aria-label="Confirm the code" aria-busy={busy} onSubmit={confirm}>
        <Field
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={error.fields.code}
        />
        <button className="button button-gold" type="submit" aria-busy={busy} aria-disabled={busy}>
          Switch on
        </button>
        <FormError text={error.text} />
      </form>
    </>
  );
}

/** Each lets its owner in once, without the phone. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  return (
    <>
      <p role="status">
        The second factor is on, and you are logged out everywhere else. Print these recovery codes or write them down:
        each opens your account once if the phone is lost. They are shown only now.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button className="button button-gold" type="button" onClick={onKept}>
        I have kept them
      </button>
    </>
  );
}

const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');
