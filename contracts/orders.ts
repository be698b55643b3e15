import { z } from 'zod';
import { EMAIL } from './email.ts';
import { dataOf, type EndpointTable, IdParams, MAX_ID, PageQuery, pageOf } from './endpoint.ts';
import { harvestKinds, reservationStates } from './harvest-steps.ts';
import { statuses } from './ordering-rules.ts';
import { Shipment, ShipmentChange } from './shipments.ts';

export const ORDERS_PER_PAGE = 10;
/** As many orders as fit a day's work, and one request. */
export const TO_PACK_MAX = 50;
const REASON_MAX = 300;
const NOTE_MAX = 2000;

const text = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .trim()
    // At least one visible character; a zero-width space is not a name.
    .regex(/[^\p{C}\p{Z}]/u, `${label} is required.`)
    .max(max, `${label} can be up to ${max} characters.`);
const optionalText = (label: string, max: number) =>
  z
    .string(`${label} must be text.`)
    .trim()
    .max(max, `${label} can be up to ${max} characters.`)
    .nullish()
    .transform((value) => value || null);

const WHOLE_POUNDS = 'The quantity must be whole pounds, 1 or more.';
const quantity = z.int(WHOLE_POUNDS).min(1, WHOLE_POUNDS);
const productId = z
  .int('Send a product id.')
  .min(1, 'Send a product id.')
  // Ids beyond the database's range become 0, which matches nothing.
  .transform((id) => (id > MAX_ID ? 0 : id));

const LINES = 'Send items as a list of productId and quantity.';
const lotId = z
  .int('Choose a lot, or any.')
  .min(1, 'Choose a lot, or any.')
  .transform((id) => (id > MAX_ID ? 0 : id))
  .nullish()
  .describe('The lot that these pounds must come from. Without one they come from any lot, the current one first.');
const OrderLine = z.object({ productId, quantity, lotId }, LINES);

export const contactFields = {
  name: text('Your name', 200),
  email: optionalText('The email', 254).refine((email) => !email || EMAIL.test(email), {
    error: "That doesn't look like an email address.",
  }),
  address: optionalText('The address', 500),
  phone: text('Your phone', 50),
};

export const OrderDetails = z
  .object(
    {
      productId: productId.optional(),
      quantity: quantity.optional(),
      lotId,
      items: z
        .array(OrderLine, LINES)
        .min(1, 'The order is empty.')
        .max(50, 'An order can have up to 50 lines.')
        .optional(),
      ...contactFields,
      locationOption: z.enum(['pickup', 'delivery'], { error: 'Choose pickup or delivery.' }),
    },
    'The order details are missing.',
  )
  .transform(({ productId, quantity, lotId, items, ...details }, context) => {
    if (items) return { ...details, lines: items };
    if (productId === undefined)
      context.addIssue({ code: 'custom', path: ['productId'], message: 'Choose a product.' });
    if (quantity === undefined) context.addIssue({ code: 'custom', path: ['quantity'], message: WHOLE_POUNDS });
    return { ...details, lines: [{ productId: productId ?? 0, quantity: quantity ?? 0, lotId }] };
  });

export const PaymentRequest = z.object({
  sourceId: z.string('The card token is missing.').min(1, 'The card token is missing.').max(1000),
  /** Whole cents as computed by the browser; the server compares them with its own total. */
  amount: z.int('The amount must be a whole number of cents.').min(0, 'The amount must be a whole number of cents.'),
  orderDetails: OrderDetails,
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

const status = z.enum(statuses);

/** What the buyer's link to the order is made of. */
export const OrderLink = z.object({ id: z.int(), key: z.string() });

export const PaymentResponse = z.object({
  status: z.enum(['success', 'pending', 'error']),
  error: z.string().nullable(),
  order: OrderLink.optional(),
});
export type PaymentResponse = z.output<typeof PaymentResponse>;

/** `none`: the purchase has not begun and no longer can. */
export const PaymentOutcome = PaymentResponse.extend({ status: z.enum(['success', 'pending', 'error', 'none']) });
export type PaymentOutcome = z.output<typeof PaymentOutcome>;

export const ListedOrder = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string(),
  /** Total pounds of all lines. */
  quantity: z.int(),
  location_option: z.enum(['pickup', 'delivery']),
  payment_id: z.string().nullable(),
  status,
  /** Paid by invoice: it may be packed before the money comes. Left out of lists if not. */
  on_terms: z.boolean().optional(),
  created_at: z.iso.datetime(),
});
export type ListedOrder = z.output<typeof ListedOrder>;

const OrderInvoice = z.object({
  number: z.int(),
  due_on: z.string(),
  amount: z.number(),
  open: z.number(),
  key: z.string().nullable(),
});

/** What an order has reserved of a coming harvest. */
export const Reservation = z.object({
  id: z.int(),
  harvest_id: z.int(),
  hop: z.string(),
  kind: z.enum(harvestKinds),
  expected_on: z.string(),
  pounds: z.int(),
  /** Dollars per pound, as agreed. */
  price: z.number(),
  deposit: z.number(),
  /** When wet hops are picked up, in farm time. */
  pickup: z.object({ day: z.string(), from: z.string(), to: z.string() }).nullable(),
  /** Held until its hops are weighed, or until the order ends. */
  state: z.enum(reservationStates),
});
export type Reservation = z.output<typeof Reservation>;

/** Name, email, address, phone and payment ID are null for someone who only has the link. */
export const Order = ListedOrder.extend({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  on_terms: z.boolean(),
  /** It is bagged only when its invoice is paid. */
  pay_first: z.boolean(),
  lines: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      /** Dollars per pound at the time of sale. */
      price: z.number(),
      pounds: z.int(),
      amount: z.number(),
      /** The lots it comes from, oldest first. Pounds beyond theirs come from no lot. */
      lots: z.array(
        z.object({ id: z.int(), number: z.string(), pounds: z.int(), certificate_url: z.string().nullable() }),
      ),
    }),
  ),
  /** What was added to the lines or taken off, as the buyer reads it: freight, a discount. */
  charges: z.array(z.object({ text: z.string(), amount: z.number() })),
  /** Lines and charges. */
  total: z.number(),
  /** Given back or credited of the total. */
  refunded: z.number(),
  /** The buyer's purchase-order number. */
  po_number: z.string().nullable(),
  /** Of an order on terms. The key opens it without login; it is null for someone who only has the order's link. */
  invoice: OrderInvoice.nullable(),
  /** All of them: one for each time something was added. */
  invoices: z.array(OrderInvoice),
  /** Shown to staff only. */
  customer_id: z.int().nullable(),
  /** For example 'Visa ending 1111'. */
  card: z.string().nullable(),
  reservation: Reservation.nullable(),
  /** How it travels; null until staff say so. */
  shipment: Shipment.nullable(),
  history: z.array(
    z.object({
      status,
      at: z.iso.datetime(),
      /** Shown to staff only. */
      who: z.string().nullable(),
      /** Why it failed; to staff also why it was refunded. */
      note: z.string().nullable(),
    }),
  ),
  /** What staff changed after it was placed, such as "Cascade: 11 lbs → 8 lbs". Only staff see who, and why. */
  changes: z.array(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      lines: z.array(z.string()),
      who: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** Send it with a change: it is refused if someone else was faster. */
  version: z.int(),
  /** What staff wrote. Others see only what is for the buyer, and not who wrote it. */
  notes: z.array(
    z.object({
      id: z.int(),
      text: z.string(),
      for_buyer: z.boolean(),
      at: z.iso.datetime(),
      who: z.string().nullable(),
    }),
  ),
  /** A refund has been requested and is not confirmed yet. */
  refunding: z.boolean(),
  /** Money was charged and not refunded. */
  refundable: z.boolean(),
  /** How much can still be refunded to the card. Shown to staff only. */
  refund_left: z.number(),
  /** The money of a change that the card provider did not give back. Shown to staff only. */
  refused_refund: z.object({ id: z.int(), amount: z.number(), text: z.string() }).nullable(),
  /** The buyer disputes the charge at their bank. Shown to staff only. */
  dispute: z.object({ state: z.string(), reason: z.string(), due_at: z.iso.datetime().nullable() }).nullable(),
});
export type Order = z.output<typeof Order>;

export const MyOrder = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  quantity: z.int(),
  total: z.number(),
  status,
});

export const PaymentAlert = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  payment_id: z.string(),
  order_id: z.int().nullable(),
  /** The problem, worded to follow the payment id in a sentence. */
  what: z.string(),
});
export type PaymentAlert = z.output<typeof PaymentAlert>;

const ORDER_IDS = 'Send a list of order ids.';

export const StatusChangeResult = z.object({
  id: z.int(),
  changed: z.boolean(),
  /** The order's status now; null if there is no such order. */
  status: status.nullable(),
  /** Why it was not changed. */
  message: z.string().nullable(),
});
export type StatusChangeResult = z.output<typeof StatusChangeResult>;

export const orderEndpoints = {
  'POST /api/process-payment': {
    summary: 'Place an order and pay by card; send an Idempotency-Key header to make retries safe',
    for: 'anyone',
    key: 'optional',
    body: PaymentRequest,
    response: PaymentResponse,
    otherResponses: {
      202: 'The outcome is not known yet. Do not pay again.',
      400: 'The request could not be read.',
      402: 'The card was declined.',
      404: 'A product is no longer for sale.',
      409: 'The price has changed, or there is not enough stock.',
      415: 'The content type is not supported.',
      422: 'A field is invalid.',
      429: 'Too many attempts. Retry-After says when to try again.',
      503: 'Nothing was charged. The shop is overloaded or out of storage; see Retry-After.',
    },
  },
  'POST /api/process-payment/outcome': {
    summary: 'What became of the purchase with this Idempotency-Key; if it has not begun, it no longer can',
    key: 'required',
    response: PaymentOutcome,
  },
  'GET /api/orders/admin': {
    summary: 'All orders, newest first',
    for: 'admin',
    query: PageQuery,
    response: pageOf(ListedOrder),
  },
  'GET /api/orders': {
    summary: 'Orders placed by this account, newest first',
    for: 'customer',
    query: PageQuery,
    response: pageOf(MyOrder),
  },
  'GET /api/orders/:id': {
    summary:
      'One order, for staff, the account that placed it, or, without contact data, anyone with the key from its link',
    for: 'anyone',
    params: IdParams,
    query: z.object({ key: z.string().max(100).optional() }),
    response: dataOf(Order),
  },
  'POST /api/orders/:id/status-changes': {
    summary: "Change an order's status; `refunded` refunds the card",
    for: 'admin',
    params: IdParams,
    body: z
      .object({
        to: z.enum(['ready', 'completed', 'cancelled', 'refunded'], { error: 'Send the new status.' }),
        /** Why it is refunded; kept in the history, for staff only. */
        reason: z
          .string('The reason must be text.')
          .trim()
          .max(REASON_MAX, `The reason can be up to ${REASON_MAX} characters.`)
          .optional(),
      })
      .superRefine(({ to, reason }, context) => {
        if (reason && to !== 'refunded')
          context.addIssue({ code: 'custom', path: ['reason'], message: 'Only a refund has a reason.' });
      }),
    response: dataOf(Order),
  },
  'POST /api/orders/:id/notes': {
    summary: 'Write a note on an order, for staff or also for the buyer, who gets it by email',
    for: 'admin',
    params: IdParams,
    body: z.object({
      text: z
        .string('Write something.')
        .trim()
        .regex(/[^\p{C}\p{Z}]/u, 'Write something.')
        .max(NOTE_MAX, `The note can be up to ${NOTE_MAX} characters.`),
      for_buyer: z.boolean('Say whether it is for the buyer.'),
    }),
    response: dataOf(Order),
  },
  'PUT /api/orders/:id/shipment': {
    summary: 'Say which carrier brings an order, and its tracking number; a carrier of null takes it back',
    for: 'admin',
    params: IdParams,
    body: ShipmentChange,
    response: dataOf(Order),
    errors: { 409: 'The order is picked up, or is not paid or on terms.' },
  },
  'GET /api/orders/to-pack': {
    summary: `Paid orders with their lines, oldest first, up to ${TO_PACK_MAX}`,
    for: 'admin',
    response: z.object({ data: z.array(Order), more: z.boolean() }),
  },
  'POST /api/orders/status-changes': {
    summary: `Mark up to ${TO_PACK_MAX} orders ready; the response says what became of each`,
    for: 'admin',
    body: z.object({
      to: z.literal('ready', { error: 'Send the status ready.' }),
      ids: z
        .array(z.int(ORDER_IDS).min(1, ORDER_IDS).max(MAX_ID, ORDER_IDS), ORDER_IDS)
        .min(1, 'Choose at least one order.')
        .max(TO_PACK_MAX, `Choose up to ${TO_PACK_MAX} orders.`),
    }),
    response: dataOf(z.array(StatusChangeResult)),
  },
  'GET /api/payment-alarms': {
    summary: 'Payments needing attention, oldest first, up to 100',
    for: 'admin',
    response: dataOf(z.array(PaymentAlert)),
  },
  'POST /api/payment-alarms/:id/settlement': {
    summary: 'Mark a payment as settled',
    for: 'admin',
    params: IdParams,
    response: dataOf(PaymentAlert),
  },
} as const satisfies EndpointTable;
