import { z } from 'zod';
import { EMAIL } from './email.ts';
import { dataOf, type EndpointTable, IdParams, MAX_ID, PageQuery, pageOf } from './endpoint.ts';
import { statuses } from './ordering-rules.ts';

export const ORDERS_PER_PAGE = 10;

const text = (label: string, most: number) =>
  z
    .string(`${label} is required.`)
    .trim()
    // Something that can be seen: a space without width is no name.
    .regex(/[^\p{C}\p{Z}]/u, `${label} is required.`)
    .max(most, `${label} may have ${most} characters at most.`);
const optionalText = (label: string, most: number) =>
  z
    .string(`${label} must be a text.`)
    .trim()
    .max(most, `${label} may have ${most} characters at most.`)
    .nullish()
    .transform((given) => given || null);

const WHOLE_POUNDS = 'The quantity must be a whole number of pounds from 1.';
const quantity = z.int(WHOLE_POUNDS).min(1, WHOLE_POUNDS);
const productId = z
  .int('Say which product by its id.')
  .min(1, 'Say which product by its id.')
  // Beyond what a database can hold there is nothing to find.
  .transform((id) => (id > MAX_ID ? 0 : id));

const LINES = 'Say the products as a list of productId and quantity.';
const OrderLine = z.object({ productId, quantity }, LINES);

export const OrderDetails = z
  .object(
    {
      productId: productId.optional(),
      quantity: quantity.optional(),
      items: z
        .array(OrderLine, LINES)
        .min(1, 'The order is empty.')
        .max(50, 'An order may have 50 lines at most.')
        .optional(),
      name: text('Your name', 200),
      email: optionalText('The e-mail', 254).refine((email) => !email || EMAIL.test(email), {
        error: 'This does not look like an e-mail address.',
      }),
      address: optionalText('The address', 500),
      phone: text('Your phone', 50),
      locationOption: z.enum(['pickup', 'delivery'], { error: 'Choose pickup or delivery.' }),
    },
    'The order details are missing.',
  )
  .transform(({ productId, quantity, items, ...details }, context) => {
    if (items) return { ...details, lines: items };
    if (productId === undefined)
      context.addIssue({ code: 'custom', path: ['productId'], message: 'Say which product.' });
    if (quantity === undefined) context.addIssue({ code: 'custom', path: ['quantity'], message: WHOLE_POUNDS });
    return { ...details, lines: [{ productId: productId ?? 0, quantity: quantity ?? 0 }] };
  });

export const PaymentRequest = z.object({
  sourceId: z.string('The card token is missing.').min(1, 'The card token is missing.').max(1000),
  /** Whole cents, as the browser worked them out; the server compares them with its own. */
  amount: z.int('The amount must be a whole number of cents.').min(0, 'The amount must be a whole number of cents.'),
  orderDetails: OrderDetails,
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

const status = z.enum(statuses);

/** Where the buyer finds the order again. */
export const OrderLink = z.object({ id: z.int(), key: z.string() });

export const PaymentResponse = z.object({
  status: z.enum(['success', 'pending', 'error']),
  error: z.string().nullable(),
  order: OrderLink.optional(),
});
export type PaymentResponse = z.output<typeof PaymentResponse>;

export const ListedOrder = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string(),
  /** Pounds over all lines. */
  quantity: z.int(),
  location_option: z.enum(['pickup', 'delivery']),
  payment_id: z.string().nullable(),
  status,
  created_at: z.iso.datetime(),
});
export type ListedOrder = z.output<typeof ListedOrder>;

export const Order = ListedOrder.extend({
  lines: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      /** Dollars per pound, as sold. */
      price: z.number(),
      pounds: z.int(),
      amount: z.number(),
      /** What it is bagged from: the lot that was current when the order was placed. */
      lot: z.object({ id: z.int(), number: z.string(), certificate_url: z.string().nullable() }).nullable(),
    }),
  ),
  total: z.number(),
  /** Such as 'Visa ending 1111'. */
  card: z.string().nullable(),
  history: z.array(
    z.object({
      status,
      at: z.iso.datetime(),
      /** Who did it; only for staff. */
      who: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** A refund is on its way to the card provider. */
  refunding: z.boolean(),
  /** Money was taken and not given back. */
  refundable: z.boolean(),
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
  /** What is the matter, as the end of a sentence that begins with the payment. */
  what: z.string(),
});
export type PaymentAlert = z.output<typeof PaymentAlert>;

export const orderEndpoints = {
  'POST /api/process-payment': {
    summary: 'Place an order and pay it by card; the header Idempotency-Key makes a repeat harmless',
    for: 'anyone',
    body: PaymentRequest,
    response: PaymentResponse,
    otherResponses: {
      202: 'The outcome is not known yet: do not pay again.',
      402: 'The card was declined.',
      404: 'A product is not in the catalogue any more.',
      409: 'The price has changed, or there are not enough pounds.',
      422: 'A field is not valid.',
      429: 'Too many tries: Retry-After says when to come again.',
      503: 'Nothing was charged. With Retry-After: the shop is busy, or cannot store anything.',
    },
  },
  'GET /api/orders/admin': {
    summary: 'All orders, newest first',
    for: 'admin',
    query: PageQuery,
    response: pageOf(ListedOrder),
  },
  'GET /api/orders': {
    summary: 'Orders that the logged-in account placed, newest first',
    for: 'customer',
    query: PageQuery,
    response: pageOf(MyOrder),
  },
  'GET /api/orders/:id': {
    summary: 'One order: for staff, for the account that placed it, or with the key from its link',
    for: 'anyone',
    params: IdParams,
    query: z.object({ key: z.string().max(100).optional() }),
    response: dataOf(Order),
  },
  'POST /api/orders/:id/status-changes': {
    summary: 'Move an order on; `refunded` gives the money back through the card provider',
    for: 'admin',
    params: IdParams,
    body: z.object({ to: z.enum(['ready', 'completed', 'cancelled', 'refunded'], { error: 'Say where to move it.' }) }),
    response: dataOf(Order),
  },
  'GET /api/payment-alarms': {
    summary: 'Payments that somebody has to look at, oldest first, a hundred at most',
    for: 'admin',
    response: dataOf(z.array(PaymentAlert)),
  },
  'POST /api/payment-alarms/:id/settlement': {
    summary: 'Say that the payment was looked at and settled',
    for: 'admin',
    params: IdParams,
    response: dataOf(PaymentAlert),
  },
} as const satisfies EndpointTable;
