// Paying by invoice: who may, what they owe, and what they paid.
import { z } from 'zod';
import { dollars } from './dollars.ts';
import { BodyKey, dataOf, type EndpointTable, FarmDay, IdParams, MAX_ID, positiveInteger } from './endpoint.ts';
import { OrderDetails, OrderLink, PaymentRequest, PaymentResponse } from './orders.ts';

export const LEDGER_PER_PAGE = 50;
export const paymentMethods = ['check', 'cash', 'bank transfer'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const deskPayments = [...paymentMethods, 'invoice', 'card', 'link'] as const;
export type DeskPayment = (typeof deskPayments)[number];

const MAX_DAYS = 180;
const NOTE_MAX = 300;

const note = (label: string) =>
  z.string(`${label} must be text.`).trim().max(NOTE_MAX, `${label} can be up to ${NOTE_MAX} characters.`).default('');

const requiredReason = z
  .string('Say why.')
  .trim()
  .min(1, 'Say why.')
  .max(NOTE_MAX, `The reason can be up to ${NOTE_MAX} characters.`);

const DAYS = `The days must be a whole number from 0 to ${MAX_DAYS}.`;

/** What a customer on terms may still order. */
const OwnTerms = z.object({ days: z.int(), available: z.number() });

const Terms = z.object({
  /** Null if they may not order on terms. */
  days: z.int().nullable(),
  credit_limit: z.number(),
  /** What they owe; below zero if they have paid ahead. */
  balance: z.number(),
  overdue: z.number(),
  /** The email they log in with. */
  login: z.string().nullable(),
  /**
   * Null if they have none. `waiting` may not order on terms before it follows the link sent to its mailbox; `unconfirmed` is from
   * before there was one, and may.
   */
  account: z.enum(['waiting', 'unconfirmed', 'confirmed']).nullable(),
  /** When the link was last sent. */
  account_asked_at: z.iso.datetime().nullable(),
});
export type Terms = z.output<typeof Terms>;

export const ListedInvoice = z.object({
  number: z.int(),
  kind: z.enum(['invoice', 'credit note']),
  order_id: z.int(),
  issued_on: z.string(),
  due_on: z.string(),
  amount: z.number(),
  open: z.number(),
  key: z.string(),
});
export type ListedInvoice = z.output<typeof ListedInvoice>;

const Party = z.object({ name: z.string(), lines: z.array(z.string()) });

/** What is on paper. It never changes, except for what is still open. */
export const Invoice = ListedInvoice.extend({
  /** The invoice that a credit note belongs to. */
  credits: z.int().nullable(),
  po_number: z.string().nullable(),
  seller: Party,
  bill_to: Party,
  lines: z.array(
    z.object({ text: z.string(), pounds: z.int().nullable(), price: z.number().nullable(), amount: z.number() }),
  ),
});
export type Invoice = z.output<typeof Invoice>;

const LedgerEntry = z.object({
  id: z.int(),
  day: z.string(),
  kind: z.enum(['invoice', 'credit note', 'payment', 'reversal']),
  amount: z.number(),
  balance: z.number(),
  invoice: z.int().nullable(),
  /** Opens the invoice. */
  invoice_key: z.string().nullable(),
  order_id: z.int().nullable(),
  method: z.enum([...paymentMethods, 'card']).nullable(),
  note: z.string(),
  /** Who recorded it; null for the customer's own order. */
  who: z.string().nullable(),
  /** A payment that was taken back. */
  reversed: z.boolean(),
});
export type LedgerEntry = z.output<typeof LedgerEntry>;

const entryBefore = positiveInteger('The entry must be a positive whole number.').optional();

/** What is bought, and the total that the buyer saw. */
const purchase = {
  amount: z.int('The amount must be a whole number of cents.').min(0, 'The amount must be a whole number of cents.'),
  orderDetails: OrderDetails,
  poNumber: z
    .string('The PO number must be text.')
    .trim()
    .max(50, 'The PO number can be up to 50 characters.')
    .default(''),
};

const PlacedOnTerms = z.object({ order: OrderLink, invoice: z.int(), invoice_key: z.string() });

export const termsEndpoints = {
  'GET /api/account/terms': {
    summary: 'Whether this account may order on terms, and for how much; null if not',
    for: 'customer',
    response: dataOf(OwnTerms.nullable()),
  },
  'POST /api/orders/on-terms': {
    summary: 'Place an order and pay by invoice; send an Idempotency-Key header to make retries safe',
    for: 'customer',
    key: 'optional',
    body: z.object(purchase),
    response: PlacedOnTerms,
    errors: {
      403: 'The account is not approved for invoices',
      404: 'A product is no longer for sale',
      409: 'The price has changed, there is not enough stock, or the credit limit is reached',
    },
  },
  'POST /api/orders/desk': {
    summary:
      'Take an order by phone or at the market, paid at once or by invoice; send an Idempotency-Key header to make retries safe',
    for: 'admin',
    key: 'optional',
    body: z.object({
      customer_id: z.int('Choose a customer.').min(1, 'Choose a customer.').max(MAX_ID, 'Choose a customer.'),
      /** `link` emails a link to pay by card; `card` expects that staff enter the card next, on the page that the link opens. */
      payment: z.enum(deskPayments, { error: 'Choose how it is paid.' }),
      ...purchase,
    }),
    response: PlacedOnTerms,
    errors: { 404: 'A product is no longer for sale', 409: 'The price has changed, or there is not enough stock' },
  },
  'GET /api/account/invoices': {
    summary: "This account's invoices and credit notes, newest first",
    for: 'customer',
    response: dataOf(z.array(ListedInvoice)),
  },
  'GET /api/invoices/:id': {
    summary: 'One invoice or credit note by its number, for staff, the account it was sent to, or anyone with its key',
    for: 'anyone',
    params: IdParams,
    query: z.object({ key: z.string().max(100).optional() }),
    response: dataOf(Invoice),
  },
  'POST /api/invoices/:id/payments': {
    summary:
      'Pay what is open of an invoice by card, for staff, the account it was sent to, or anyone with its key; the Idempotency-Key header makes retries safe',
    for: 'anyone',
    params: IdParams,
    query: z.object({ key: z.string().max(100).optional() }),
    key: 'required',
    body: PaymentRequest.omit({ orderDetails: true }),
    response: PaymentResponse,
    otherResponses: {
      202: 'The outcome is not known yet. Do not pay again.',
      400: 'The request could not be read.',
      402: 'The card was declined.',
      404: 'There is no such invoice, or the key is wrong.',
      409: 'Nothing is open, the amount has changed, or a payment is being confirmed.',
      415: 'The content type is not supported.',
      422: 'A field is invalid.',
      429: 'Too many attempts. Retry-After says when to try again.',
      503: 'Nothing was charged.',
    },
  },
  'POST /api/invoices/:id/credit-notes': {
    summary: 'Take back an invoice in part or in full; the pounds stay sold',
    for: 'admin',
    key: 'required',
    params: IdParams,
    body: z.object({
      amount: dollars('The amount'),
      reason: requiredReason,
      key: BodyKey,
    }),
    response: dataOf(Invoice),
    errors: { 409: 'It is more than what is left of the invoice' },
  },
  'GET /api/customers/:id/terms': {
    summary: 'Whether a customer may order on terms, and what they owe',
    for: 'admin',
    params: IdParams,
    response: dataOf(Terms),
  },
  'PUT /api/customers/:id/terms': {
    summary:
      'Approve a customer for terms, or end them with `days: null`; `login` is the email of the account that may use them, once it has followed a link that we email to it',
    for: 'admin',
    params: IdParams,
    body: z.object({
      days: z.int(DAYS).min(0, DAYS).max(MAX_DAYS, DAYS).nullable(),
      credit_limit: dollars('The credit limit', { min: 0 }),
      login: z.string('The login must be an email address.').trim().toLowerCase().max(254).default(''),
    }),
    response: dataOf(Terms),
  },
  'POST /api/customers/:id/account-confirmation': {
    summary: "Email the link that confirms a customer's account again",
    for: 'admin',
    params: IdParams,
    response: dataOf(Terms),
    errors: { 409: 'They are not on terms, have no account, or have confirmed it' },
  },
  'POST /api/customers/:id/terms-pause': {
    summary: 'Let a customer order on invoice again only once they have confirmed their account',
    for: 'admin',
    params: IdParams,
    response: dataOf(Terms),
    errors: { 409: 'They may not order on invoice now, or have confirmed their account' },
  },
  'GET /api/customers/:id/invoices': {
    summary: "A customer's open invoices, oldest first",
    for: 'admin',
    params: IdParams,
    response: dataOf(z.array(ListedInvoice)),
  },
  'GET /api/customers/:id/ledger': {
    summary:
      "Everything that changed a customer's balance, newest first; `before` is an entry id and returns older ones",
    for: 'admin',
    params: IdParams,
    query: z.object({ before: entryBefore }),
    response: z.object({ data: z.array(LedgerEntry), more: z.boolean() }),
  },
  'POST /api/customers/:id/payments': {
    summary: 'Record money received by check, in cash or by bank transfer; it pays the oldest invoices first',
    for: 'admin',
    key: 'required',
    params: IdParams,
    body: z.object({
      amount: dollars('The amount'),
      method: z.enum(paymentMethods, { error: `The method must be one of ${paymentMethods.join(', ')}.` }),
      received_on: FarmDay,
      note: note('The note'),
      key: BodyKey,
    }),
    response: dataOf(Terms),
  },
  'POST /api/customers/:id/payments/:entry/refunds': {
    summary: "Give a customer's credit back to the card that paid an invoice, in part or in full",
    for: 'admin',
    key: 'required',
    params: IdParams.extend({ entry: IdParams.shape.id }),
    body: z.object({
      amount: dollars('The amount'),
      reason: requiredReason,
      key: BodyKey,
    }),
    response: dataOf(Terms),
    errors: { 409: 'They have no credit, it is more than was paid, or the provider refused', 503: 'No card provider' },
  },
  'POST /api/customers/:id/payments/:entry/reversal': {
    summary: 'Take back a recorded payment, such as a check that bounced; the invoices are open again',
    for: 'admin',
    params: IdParams.extend({ entry: IdParams.shape.id }),
    body: z.object({ note: note('The note') }),
    response: dataOf(Terms),
    errors: { 409: 'It was taken back already' },
  },
} as const satisfies EndpointTable;
