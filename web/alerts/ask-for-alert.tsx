import { useState } from 'react';
import { useAuthForm } from '#web/layout/auth-form.ts';
import { mutate } from '#web/query/mutate.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import '#web/ui/field.css';
import './ask-for-alert.css';

type Props = {
  heading: string;
  help: string;
  /** Without it, it asks for the news. */
  about?: { product_id: number } | { harvest_id: number };
};

/** Asks for an email when a hop is back, when the day of a harvest changes, or for the news. */
export function AskForAlert({ heading, help, about }: Props) {
  const { busy, text, fields, form } = useAuthForm(ask);
  const [message, setMessage] = useState('');

  async function ask(sent: HTMLFormElement) {
    const body = { email: fieldText(sent, 'email'), ...about };
    setMessage('');
    setMessage((await mutate('POST /api/alerts', { body })).message);
  }

  return (
    <section className="ask-for-alert">
      <h2>{heading}</h2>
      <noscript>
        <p>This form needs JavaScript. Please turn it on or call us.</p>
      </noscript>
      <form method="post" aria-busy={busy} {...form}>
        <Field label="Email" name="email" type="email" autoComplete="email" required help={help} error={fields.email} />
        <button className="button" type="submit" aria-busy={busy} aria-disabled={busy}>
          Email me
        </button>
        {message ? <p role="status">{message}</p> : <FormError text={text} />}
      </form>
    </section>
  );
}
