import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSubmit } from '#web/query/use-submit.ts';

type FieldErrors = Record<string, string | undefined>;

/** A form that is checked before it is sent. Errors are beside their fields, in our words, and the first one has the focus. */
export function useAuthForm(send: (form: HTMLFormElement) => Promise<void>) {
  const { busy, error, submit } = useSubmit();
  const [invalid, setInvalid] = useState<FieldErrors>({});
  // An error goes away when its field is edited.
  const [edited, setEdited] = useState<string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirst(form.current, error.fields), [error]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const errors = findInvalid(target);
    setInvalid(errors);
    setEdited([]);
    focusFirst(target, errors);
    if (Object.keys(errors).length === 0) void submit(() => send(target));
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement) setEdited([...edited, target.name]);
  }

  const isInvalid = Object.keys(invalid).length > 0;
  const errors = Object.entries(isInvalid ? invalid : error.fields);
  return {
    busy,
    text: isInvalid || edited.length > 0 ? '' : error.text,
    fields: Object.fromEntries(errors.filter(([name]) => !edited.includes(name))),
    form: { ref: form, noValidate: true, onSubmit, onInput },
  };
}

/** The browser's rules (required, type, minlength), without its bubbles. */
function findInvalid(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && !field.validity.valid) errors[field.name] = messageFor(field);
  return errors;
}

function messageFor({ name, validity, autocomplete }: HTMLInputElement): string {
  if (autocomplete === 'new-password')
    return validity.valueMissing ? 'Choose a password.' : 'Use at least 8 characters.';
  if (validity.typeMismatch) return 'Check the email address.';
  return missing[name] ?? 'Fill in this field.';
}
const missing: Record<string, string> = {
  name: 'Enter your name.',
  email: 'Enter your email address.',
  password: 'Enter your password.',
  code: 'Enter the code.',
};

function focusFirst(form: HTMLFormElement | null, errors: FieldErrors) {
  for (const field of form?.elements ?? [])
    if (field instanceof HTMLInputElement && errors[field.name]) return field.focus();
}
