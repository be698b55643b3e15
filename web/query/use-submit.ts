import { useState } from 'react';
import { toApiError } from './api-error.ts';

type SubmitError = { text: string; fields: Record<string, string | undefined> };
const nothing: SubmitError = { text: '', fields: {} };

/** A form on its way to the server: busy, or refused with a text and with words for single fields. */
export function useSubmit() {
  const [busy, setBusy] = useState(false);
  const [error, setRefused] = useState(nothing);
  return { busy, error, submit };

  async function submit(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefused(nothing);
    try {
      await work();
    } catch (error) {
      setRefused(toSubmitError(error));
    }
    setBusy(false);
  }
}

function toSubmitError(error: unknown): SubmitError {
  const { message, errors } = toApiError(error);
  return {
    text: message,
    fields: Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts[0]])),
  };
}
