// The state of the order form, as a reducer that is independent of React and the browser.
import type { Product } from '#contracts/catalog.ts';
import { toCents } from '#contracts/money.ts';
import { canDeliver, DELIVERY_MINIMUM, type LocationOption, orderTotal } from '#contracts/ordering-rules.ts';
import { priceAt } from '#contracts/price-tiers.ts';

/** Without a lot it comes from any. */
export type Line = { product: Product; pounds: number; lot?: number | undefined };

/** A single product whose pounds are entered in the form, or the lines of the cart. */
export type OrderSelection = { product: Product } | { lines: Line[] };

export type Status =
  | { is: 'idle' }
  | { is: 'processing' }
  /** Asking what became of a purchase whose response was lost. */
  | { is: 'checking' }
  /** That purchase was paid. */
  | { is: 'found'; text: string; order?: { id: number; key: string } | undefined }
  | { is: 'success'; text: string }
  /** The outcome is unknown. Not an error, but the buyer must not pay again. */
  | { is: 'pending'; text: string; order?: { id: number; key: string } | undefined }
  | { is: 'error'; text: string };

export type Contact = { name: string; email: string; address: string; phone: string };

export type OrderForm = {
  selection: OrderSelection;
  contact: Contact;
  /** As typed; may be empty or incomplete. */
  quantity: string;
  /** The lot that the buyer chose; undefined for any. */
  lot?: number | undefined;
  location: LocationOption;
  /** The message shown after a reset to pickup, until the quantity or option changes. */
  reset: string;
  status: Status;
  /** Fields whose text is missing or wrong. */
  invalid: (keyof Contact | 'quantity')[];
  /** The ZIP code to deliver to, as typed. It only informs. */
  zip: string;
  /** Set if it is paid by invoice, though it may be empty; undefined if by card. */
  poNumber?: string | undefined;
};

export type OrderEvent =
  | { type: 'contact'; field: keyof Contact; text: string }
  | { type: 'quantity'; text: string }
  /** Typing has paused or the field was left. Until then 3 may become 30. */
  | { type: 'quantityEntered' }
  | { type: 'lot'; lot: number | undefined }
  | { type: 'location'; option: LocationOption }
  | { type: 'zip'; text: string }
  | { type: 'cardEdited' }
  | { type: 'payBy'; poNumber: string | undefined }
  | { type: 'checked'; invalid: OrderForm['invalid']; text: string }
  | { type: 'status'; status: Status };

export const RESET = `Delivery requires at least ${DELIVERY_MINIMUM}. Option reset to Pickup.`;
export const FILL_IN = 'Please fill in all required fields.';
export const PAID = 'Payment Successful! Order placed.';
export const INVOICED = 'Order placed. We sent you the invoice.';
export const FOUND_PAID = 'Your last payment went through. Your card was charged once.';
export const SUCCESS_MS = 2000;
export const TYPING_PAUSE_MS = 700;

export const emptyContact: Contact = { name: '', email: '', address: '', phone: '' };

export function openForm(selection: OrderSelection, contact = emptyContact): OrderForm {
  return {
    selection,
    contact,
    quantity: '1',
    location: 'pickup',
    reset: '',
    status: { is: 'idle' },
    invalid: [],
    zip: '',
  };
}

export function orderFormReducer(form: OrderForm, event: OrderEvent): OrderForm {
  switch (event.type) {
    case 'contact':
      return { ...edited(form, event.field), contact: { ...form.contact, [event.field]: event.text } };
    case 'quantity':
      return { ...edited(form, 'quantity'), quantity: event.text, reset: '' };
    case 'quantityEntered': {
      // An incomplete number does not reset the option.
      const pounds = totalPounds(form);
      if (form.location === 'pickup' || pounds === 0 || canDeliver(pounds)) return form;
      return { ...form, location: 'pickup', reset: RESET };
    }
    case 'lot':
      return { ...edited(form, 'quantity'), lot: event.lot };
    case 'location':
      return { ...edited(form), location: event.option, reset: '' };
    case 'zip':
      return { ...form, zip: event.text };
    case 'cardEdited':
      return edited(form);
    case 'payBy':
      return { ...edited(form), poNumber: event.poNumber };
    case 'checked':
      return { ...form, invalid: event.invalid, status: { is: 'error', text: event.text } };
    case 'status':
      return { ...form, status: event.status };
  }
}

/** Clears the field's error, and a status that is about what was sent before. */
function edited(form: OrderForm, field?: keyof Contact | 'quantity'): OrderForm {
  const invalid = form.invalid.filter((each) => each !== field);
  return { ...form, invalid, status: form.status.is === 'error' ? { is: 'idle' } : form.status };
}

/** Whole pounds, or 0 if the text is not a whole number. */
export function wholePounds(text: string): number {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
}

/** True for text such as 5.5 that more typing can't turn into whole pounds. */
export const isNotWhole = (text: string): boolean => !/^\d*$/.test(text.trim());

type Quantity = Pick<OrderForm, 'selection' | 'quantity' | 'lot'>;

export function formLines({ selection, quantity, lot }: Quantity): Line[] {
  if ('lines' in selection) return selection.lines;
  const { product } = selection;
  return [{ product, pounds: wholePounds(quantity), lot: lotOnSale(product, lot)?.id }];
}

/** A lot that was sold out since is no longer chosen. */
export const lotOnSale = ({ lots_on_sale = [] }: Product, lot: number | undefined) =>
  lots_on_sale.find(({ id }) => id === lot);

/** How much of the lot or the product there is, and what it is called. */
export function available({ product, lot }: Pick<Line, 'product' | 'lot'>): { stock: number; name: string } {
  const chosen = lotOnSale(product, lot);
  return chosen ? { stock: chosen.stock, name: `lot ${chosen.number}` } : product;
}

export const totalPounds = (form: Quantity): number => formLines(form).reduce((sum, { pounds }) => sum + pounds, 0);

export const formTotal = (lines: Line[]) =>
  orderTotal(lines.map(({ product, pounds }) => ({ price: toCents(priceAt(product, pounds)), pounds })));

/** The specification's check: name, phone and a quantity of at least 1. Email and address are optional. */
export function findMissing({ contact, ...form }: OrderForm): OrderForm['invalid'] {
  return [
    ...(['name', 'phone'] as const).filter((field) => !contact[field].trim()),
    ...(totalPounds(form) >= 1 ? [] : (['quantity'] as const)),
  ];
}

/** What the title says after 'Place Order for'. */
export const describeProducts = (selection: OrderSelection): string =>
  'lines' in selection ? selection.lines.map(({ product }) => product.name).join(', ') : selection.product.name;

export const isBusy = ({ is }: Status): boolean => is === 'processing' || is === 'checking';

/** The specification's rule: red for errors and texts containing 'Failed', else green. */
export const isFailure = (status: Status): boolean =>
  status.is === 'error' || ('text' in status && status.text.includes('Failed'));
