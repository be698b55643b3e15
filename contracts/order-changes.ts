// What staff change in an order after it was placed: pounds, lines, charges, discounts, and refunds in part.
import { z } from 'zod';
import { dollars } from './dollars.ts';
import { BodyKey, dataOf, type EndpointTable, IdParams, MAX_ID } from './endpoint.ts';
import { MAX_POUNDS } from './hop-format.ts';
import { contactFields, Order } from './orders.ts';

export const REASON_MAX = 300;
const TEXT_MAX = 100;

const visible = (missing: string, label: string, max: number) =>
  z
    .string(missing)
    .trim()
    .regex(/[^\p{C}\p{Z}]/u, missing)
    .max(max, `${label} can be up to ${max} characters.`);
const reason = visible('Say why.', 'The reason', REASON_MAX);

const productId = z.int('Send a product id.').min(1, 'Send a product id.').max(MAX_ID, 'Send a product id.');
const POUNDS = 'The pounds must be a whole number, 1 or more.';
const LINES = 'Send lines as a list of product_id and pounds.';
const lines = z
  .array(
    z.object(
      {
        product_id: productId,
        pounds: z.int(POUNDS).min(1, POUNDS).max(MAX_POUNDS, POUNDS),
      },
      LINES,
    ),
    LINES,
  )
  .max(50, 'An order can have up to 50 lines.')
  .refine(
    (each) => new Set(each.map(({ product_id }) => product_id)).size === each.length,
    'A product is there twice.',
  );

const RefundRequest = z
  .object({
    amount: dollars('The amount').optional(),
    lines: lines.default([]),
    /** Whether the pounds of these lines go back to stock. */
    restock: z.boolean('Say whether the pounds go back to stock.').default(false),
    reason,
    key: BodyKey,
  })
  .superRefine(({ amount, lines: chosen, restock }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (amount === undefined && chosen.length === 0) problem('amount', 'Send an amount, or the lines to refund.');
    if (amount !== undefined && chosen.length > 0) problem('amount', 'Send an amount or lines, not both.');
    if (restock && chosen.length === 0) problem('restock', 'Choose the pounds that go back to stock.');
  })
  .meta({
    example: { lines: [{ product_id: 2, pounds: 2 }], restock: true, reason: 'One bag was torn.' },
  });

const amountWithText = (what: string) =>
  z.object(
    {
      /** What the buyer reads. */
      text: visible(`Say what the ${what} is for.`, 'The text', TEXT_MAX),
      amount: dollars('The amount'),
    },
    `Send the text and the amount of the ${what}.`,
  );

const VERSION = 'Send the version of the order that you changed.';

/** Only what is sent is changed. */
const OrderChange = z
  .object({
    version: z.int(VERSION).min(1, VERSION),
    /** Why, for staff. */
    reason,
    /** All lines as they should be. A line that is left out is removed. */
    lines: lines.min(1, 'An order needs at least one line. Cancel it instead.').optional(),
    /** The pounds are what the scale said. */
    weighed: z.boolean('Say whether the pounds were weighed.').default(false),
    contact: z.object(contactFields).optional(),
    location_option: z.enum(['pickup', 'delivery'], { error: 'Choose pickup or delivery.' }).optional(),
    charge: amountWithText('charge').optional(),
    discount: amountWithText('discount').optional(),
  })
  .superRefine(({ lines: wanted, contact, location_option, charge, discount }, context) => {
    if (!wanted && !contact && !location_option && !charge && !discount)
      context.addIssue({ code: 'custom', path: ['lines'], message: 'Send what should change.' });
  })
  .meta({
    example: { version: 1, reason: 'Agreed by phone.', charge: { text: 'Freight by UPS', amount: 18 } },
  });
export type OrderChange = z.output<typeof OrderChange>;

const LINES_OF_LOTS = 'Send lines as a list of product_id and lots.';
const LOTS = 'Send lots as a list of lot_id and pounds.';
const LOT_POUNDS = 'The pounds must be a whole number.';

const PackedLots = z.object({
  version: z.int(VERSION).min(1, VERSION),
  /** Lines that are left out stay as they are. */
  lines: z
    .array(
      z.object(
        {
          product_id: productId,
          /** Pounds of the line beyond these come from no lot. */
          lots: z
            .array(
              z.object(
                {
                  lot_id: z.int('Send a lot id.').min(1, 'Send a lot id.').max(MAX_ID, 'Send a lot id.'),
                  pounds: z.int(LOT_POUNDS).min(0, LOT_POUNDS).max(MAX_POUNDS, LOT_POUNDS),
                },
                LOTS,
              ),
              LOTS,
            )
            .max(50, 'A line can come from up to 50 lots.')
            .refine((each) => new Set(each.map(({ lot_id }) => lot_id)).size === each.length, 'A lot is there twice.'),
        },
        LINES_OF_LOTS,
      ),
      LINES_OF_LOTS,
    )
    .min(1, LINES_OF_LOTS)
    .max(50, 'An order can have up to 50 lines.')
    .refine(
      (each) => new Set(each.map(({ product_id }) => product_id)).size === each.length,
      'A product is there twice.',
    ),
});
export type PackedLots = z.output<typeof PackedLots>;

export const orderChangeEndpoints = {
  'POST /api/orders/:id/changes': {
    summary:
      'Change pounds, lines, contact data, pickup or delivery, or add a charge or a discount; the difference is invoiced, credited or refunded',
    for: 'admin',
    key: 'optional',
    params: IdParams,
    body: OrderChange,
    response: dataOf(Order),
    errors: {
      404: 'There is no such order or product',
      409: 'Someone else changed it, it is completed, or there is not enough stock',
    },
  },
  'PUT /api/orders/:id/lots': {
    summary: 'Say which lots an order is packed from, also over several lots; its pounds and its price stay',
    for: 'admin',
    params: IdParams,
    body: PackedLots,
    response: dataOf(Order),
    errors: {
      404: 'There is no such order',
      409: 'Someone else changed it, it is completed, or a lot has too few pounds',
    },
  },
  'POST /api/orders/:id/refunds': {
    summary:
      'Refund an amount or some pounds of an order, with or without the pounds going back to stock: to the card, or by a credit note',
    for: 'admin',
    key: 'required',
    params: IdParams,
    body: RefundRequest,
    response: dataOf(Order),
    errors: { 409: 'It is more than what is left, a refund is on its way, or the card provider refused it' },
  },
  'POST /api/orders/:id/refunds/:refund/retry': {
    summary: 'Ask the card provider again for the refund of a change that it refused',
    for: 'admin',
    params: IdParams.extend({ refund: IdParams.shape.id }),
    response: dataOf(Order),
    errors: { 409: 'A refund is on its way, or the card provider refused it again' },
  },
} as const satisfies EndpointTable;
