// Words about payments that need a person, shared by the server and the browser.
import { farmDay, formatDay } from './dates.ts';

/** The `payment_id` of an alert about the shop rather than a payment. Its `what` is then a whole sentence. */
export const NO_PAYMENT = 'none';

type Dispute = { state: string; reason: string; due_at: string | null };

/** Sentences without the last period. The provider's codes look like EVIDENCE_REQUIRED. */
export function describeDispute({ state, reason, due_at }: Dispute): string {
  const deadline = due_at ? `. Answer it at the card provider by ${formatDay(farmDay(due_at))}` : '';
  return `Reason: ${inWords(reason)}. State: ${inWords(state)}${deadline}`;
}

const inWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ');
