// What the payer is told, derived from the charge: every repeat gets the same response.
import type { PaymentResponse } from '#contracts/orders.ts';
import { HttpError } from '#server/http-errors.ts';
import type { Charge } from './charges.store.ts';
import type { Receipt } from './purpose.ts';

export const STILL_CONFIRMING =
  'We are still confirming your payment. Please do not pay again: the order page shows when it is confirmed.';
export const NOT_CHARGED =
  'The card provider could not be reached. Nothing was charged. Please try again in a few minutes.';

export const pendingResponse = (receipt: Receipt): PaymentResponse => ({
  status: 'pending',
  error: STILL_CONFIRMING,
  ...receipt,
});

export const paidResponse = (receipt: Receipt): PaymentResponse => ({ status: 'success', error: null, ...receipt });

export const isLive = ({ state }: Pick<Charge, 'state'>): boolean => state === 'open' || state === 'approved';

/** Not so if it was given up: then it is voided soon, and why is known. */
export const isPending = (charge: Charge): boolean => isLive(charge) && charge.failure === null;

export function responseFor(charge: Charge, receipt: Receipt): PaymentResponse {
  if (charge.state === 'captured') return paidResponse(receipt);
  if (isPending(charge)) return pendingResponse(receipt);
  throw new HttpError(charge.failure_status ?? 503, charge.failure ?? NOT_CHARGED);
}
