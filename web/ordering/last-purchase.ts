// The last purchase of this browser tab. If its response was lost, its outcome is asked for before the next one begins,
// even after the form was closed or the page reloaded. So nobody is charged twice without meaning to.
import type { PaymentOutcome } from '#contracts/orders.ts';
import { readStorage, removeStorage, writeStorage } from '#web/session/browser-storage.ts';
import { formLines, type OrderForm } from './order-form-state.ts';

type LastPurchase = {
  key: string;
  /** Product ids and pounds. */
  content: string;
  at: number;
  /** False until the shop has said that it is paid. */
  paid: boolean;
};

const KEY = 'last purchase';
const RECENT_MS = 10 * 60_000;
/** For browsers that block storage. */
let inMemory: LastPurchase | undefined;

export const contentOf = (form: Pick<OrderForm, 'selection' | 'quantity' | 'lot'>): string =>
  formLines(form)
    .map(({ product, pounds }) => `${product.id}:${pounds}`)
    .join(' ');

/** To be called before the payment is sent. */
export const rememberSent = (key: string, content: string): void => save({ key, content, at: Date.now(), paid: false });

export function rememberPaid(): void {
  const last = load();
  if (last) save({ ...last, at: Date.now(), paid: true });
}

export function forgetPurchase(): void {
  inMemory = undefined;
  removeStorage(KEY, 'sessionStorage');
}

export function isUnsettled(): boolean {
  const last = load();
  return last !== undefined && !last.paid;
}

type Settlement =
  /** `text`: why it failed, if it ever began. */
  | { is: 'not charged'; text?: string | null }
  | { is: 'paid'; order: PaymentOutcome['order'] }
  | { is: 'pending'; text: string; order: PaymentOutcome['order'] }
  | { is: 'unreachable' };

/** Asks what became of the last purchase. One that has not begun no longer can, so the next one may. */
export async function settleLastPurchase(): Promise<Settlement> {
  const last = load();
  if (!last || last.paid) return { is: 'not charged' };
  const headers = { 'idempotency-key': last.key };
  const outcome = await fetch('/api/process-payment/outcome', { method: 'POST', headers })
    .then((response): Promise<PaymentOutcome> | undefined => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  switch (outcome?.status) {
    case 'success':
      rememberPaid();
      return { is: 'paid', order: outcome.order };
    case 'pending':
      return { is: 'pending', text: outcome.error ?? '', order: outcome.order };
    case 'error':
    case 'none':
      forgetPurchase();
      return { is: 'not charged', text: outcome.error };
    default:
      return { is: 'unreachable' };
  }
}

/** How many minutes ago the same order was paid, if that is recent. */
export function minutesSinceSameOrder(content: string): number | undefined {
  const last = load();
  if (!last?.paid || last.content !== content) return undefined;
  const age = Date.now() - last.at;
  return age >= 0 && age < RECENT_MS ? Math.floor(age / 60_000) : undefined;
}

export function askToOrderAgain(minutes: number): string {
  const when = minutes === 0 ? 'less than a minute' : minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `You ordered this ${when} ago. Order it again?`;
}

function save(purchase: LastPurchase): void {
  inMemory = purchase;
  writeStorage(KEY, JSON.stringify(purchase), 'sessionStorage');
}

function load(): LastPurchase | undefined {
  const text = readStorage(KEY, 'sessionStorage');
  if (text === null) return inMemory;
  try {
    const { key, content, at, paid } = Object(JSON.parse(text));
    // Stored data may come from another version or be edited by hand.
    return typeof key === 'string' && key
      ? { key, content: String(content), at: Number(at), paid: paid === true }
      : undefined;
  } catch {
    return undefined;
  }
}
