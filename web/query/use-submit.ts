import { useState } from 'react';
import { toApiError } from './api-error.ts';
import { useQueryCache } from './query-cache.ts';
import { randomKey } from './random-key.ts';

type SubmitError = { text: string; fields: Record<string, string | undefined> };
const noError: SubmitError = { text: '', fields: {} };

/**
 * Tracks a form submission: busy, or failed with a message and field errors. `work` gets an idempotency key, the same until it
 * has succeeded. `saved` is the URL prefix of what shows that an earlier try was saved, though its response was lost.
 */
export function useSubmit(saved?: string) {
  const queryCache = useQueryCache();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(noError);
  const [key, setKey] = useState(randomKey);
  return { busy, error, submit };

  async function submit(work: (key: string) => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(noError);
    try {
      await work(key);
      setKey(randomKey());
    } catch (error) {
      const { text, fields } = toSubmitError(error);
      const { 'Idempotency-Key': wasSaved, ...others } = fields;
      setError({ text, fields: others });
      if (wasSaved) {
        setKey(randomKey());
        if (saved) queryCache.refetch(saved);
      }
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
