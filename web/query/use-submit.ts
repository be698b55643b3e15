import { useState } from 'react';
import { toApiError } from './api-error.ts';

type SubmitError = { text: string; fields: Record<string, string | undefined> };
const noError: SubmitError = { text: '', fields: {} };

/** Tracks a form submission: busy, or failed with a message and field errors. */
export function useSubmit() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(noError);
  return { busy, error, submit };

  async function submit(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(noError);
    try {
      await work();
    } catch (error) {
      setError(toSubmitError(error));
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
