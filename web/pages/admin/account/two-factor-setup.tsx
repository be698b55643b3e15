import { type FormEvent, lazy, Suspense } from 'react';
import { mutate } from '#web/query/mutate.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';

export type Secret = { secret: string; link: string };

// A separate chunk, loaded only during setup.
const QrPicture = lazy(async () => ({ default: (await import('#web/ui/qr-picture.tsx')).QrPicture }));

/** Shows the secret for the app, and confirms setup with a first code. */
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
        Or type this secret into the app. It won't be shown again:
        <code className="two-factor-secret">{groupByFour(secret)}</code>
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
          Turn on
        </button>
        <FormError text={error.text} />
      </form>
    </>
  );
}

/** Each code replaces the app once. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved(): void }) {
  return (
    <>
      <p role="status">
        Two-step login is on, and you're logged out everywhere else. Print these recovery codes or write them down: each
        works once if you lose your phone. They won't be shown again.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button className="button button-gold" type="button" onClick={onSaved}>
        I've saved them
      </button>
    </>
  );
}

const groupByFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');
