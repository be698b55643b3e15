import { useState } from 'react';
import { refusalOf } from './api-error.ts';

type Refused = { text: string; fields: Record<string, string | undefined> };
const nothing: Refused = { text: '', fields: {} };

/** A form on its way to the server: busy, or refused with a text and with words for single fields. */
export function useSending() {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(nothing);
  return { busy, refused, run };

  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefused(nothing);
    try {
      await work();
    } catch (error) {
      setRefused(refusedBy(error));
    }
    setBusy(false);
  }
}

function refusedBy(error: unknown): Refused {
  const { message, errors } = refusalOf(error);
  return {
    text: message,
    fields: Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts[0]])),
  };
}
