import { useState } from 'react';
import { toApiError } from './api-error.ts';
import { useQueryCache } from './query-cache.ts';
import { randomKey } from './random-key.ts';
import { useSubmit } from './use-submit.ts';

const KEY = 'Idempotency-Key';

/**
 * useSubmit for what must not happen twice: `work` gets an idempotency key, the same until it has succeeded. `saved` is the URL
 * prefix of what shows that an earlier try was saved, though its response was lost.
 */
export function useKeyedSubmit(saved: string) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [key, setKey] = useState(randomKey);
  const { [KEY]: _, ...fields } = error.fields;
  return {
    busy,
    error: { text: error.text, fields },
    submit: (work: (key: string) => Promise<void>) => submit(() => run(work)),
  };

  async function run(work: (key: string) => Promise<void>): Promise<void> {
    try {
      await work(key);
    } catch (error) {
      if (!toApiError(error).errors[KEY]) throw error;
      setKey(randomKey());
      queryCache.refetch(saved);
      throw error;
    }
    setKey(randomKey());
  }
}
