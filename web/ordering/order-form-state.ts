// The order form's whole life, without a browser.
import type { Product } from '#contracts/catalog.ts';
import { toCents } from '#contracts/money.ts';
import { canDeliver, type LocationOption, orderTotal } from '#contracts/ordering-rules.ts';

export type Line = { product: Product; pounds: number };

/** One product whose pounds are chosen here, or what was collected on the order page. */
export type Wanted = { product: Product } | { lines: Line[] };

export type Status =
  | { is: 'idle' }
  | { is: 'processing' }
  | { is: 'success'; text: string }
  /** Nobody knows yet: it is not an error, and one must not pay again. */
  | { is: 'pending'; text: string; order?: { id: number; key: string } | undefined }
  | { is: 'error'; text: string };

export type Contact = { name: string; email: string; address: string; phone: string };

export type OrderForm = {
  wanted: Wanted;
  contact: Contact;
  /** As typed: an empty or half-typed number is no number yet. */
  quantity: string;
  location: LocationOption;
  /** Said when the option was reset; it stays until quantity or option changes again. */
  reset: string;
  status: Status;
  missing: (keyof Contact | 'quantity')[];
};

export type OrderEvent =
  | { type: 'contact'; field: keyof Contact; text: string }
  | { type: 'quantity'; text: string }
  | { type: 'location'; option: LocationOption }
  | { type: 'checked'; missing: OrderForm['missing']; text: string }
  | { type: 'status'; status: Status };

export const RESET = 'Delivery requires at least 22 lbs. Option reset to Pickup.';
export const FILL_IN = 'Please fill in all required fields.';
export const PAID = 'Payment Successful! Order placed.';
export const SUCCESS_MS = 2000;

const nobody: Contact = { name: '', email: '', address: '', phone: '' };

export function openForm(wanted: Wanted): OrderForm {
  return { wanted, contact: nobody, quantity: '1', location: 'pickup', reset: '', status: { is: 'idle' }, missing: [] };
}

export function orderFormReducer(form: OrderForm, event: OrderEvent): OrderForm {
  switch (event.type) {
    case 'contact':
      return { ...clearMissing(form, event.field), contact: { ...form.contact, [event.field]: event.text } };
    case 'quantity': {
      const changed = { ...clearMissing(form, 'quantity'), quantity: event.text, reset: '' };
      // A number that is not there yet is waited for.
      const pounds = totalPounds(changed);
      if (form.location === 'pickup' || pounds === 0 || canDeliver(pounds)) return changed;
      return { ...changed, location: 'pickup', reset: RESET };
    }
    case 'location':
      return { ...form, location: event.option, reset: '' };
    case 'checked':
      return { ...form, missing: event.missing, status: { is: 'error', text: event.text } };
    case 'status':
      return { ...form, status: event.status };
  }
}

/** One thing less is missing; with the last one, what was said of it goes as well. */
function clearMissing(form: OrderForm, field: keyof Contact | 'quantity'): OrderForm {
  const missing = form.missing.filter((each) => each !== field);
  const mended = form.missing.length > 0 && missing.length === 0;
  return { ...form, missing, status: mended ? { is: 'idle' } : form.status };
}

/** Whole pounds from 1, or 0 while there is no such number. */
export function wholePounds(text: string): number {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
}

/** Such as 5.5: no further typing makes it a number of whole pounds, so there is nothing to wait for. */
export const isNotWhole = (text: string): boolean => !/^\d*$/.test(text.trim());

export function formLines({ wanted, quantity }: Pick<OrderForm, 'wanted' | 'quantity'>): Line[] {
  return 'lines' in wanted ? wanted.lines : [{ product: wanted.product, pounds: wholePounds(quantity) }];
}

export const totalPounds = (form: Pick<OrderForm, 'wanted' | 'quantity'>): number =>
  formLines(form).reduce((sum, { pounds }) => sum + pounds, 0);

export const formTotal = (lines: Line[]) =>
  orderTotal(lines.map(({ product, pounds }) => ({ price: toCents(product.price), pounds })));

/** The specification's check: name, phone and a quantity from 1. E-mail and address are not asked for. */
export function findMissing({ contact, ...form }: OrderForm): OrderForm['missing'] {
  return [
    ...(['name', 'phone'] as const).filter((field) => !contact[field].trim()),
    ...(totalPounds(form) >= 1 ? [] : (['quantity'] as const)),
  ];
}

/** What the title says after 'Place Order for'. */
export const describeProducts = (wanted: Wanted): string =>
  'lines' in wanted ? wanted.lines.map(({ product }) => product.name).join(', ') : wanted.product.name;

/** The specification's colours: red if in error or speaking of failure, else green. */
export const isFailure = (status: Status): boolean =>
  status.is === 'error' || ('text' in status && status.text.includes('Failed'));
