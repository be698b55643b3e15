// Pounds of a coming harvest, reserved with a deposit. A reservation is an order whose hops come later, by final weight.
import { z } from 'zod';
import { dataOf, type EndpointTable, IdParams, MAX_ID } from './endpoint.ts';
import { MAX_POUNDS } from './hop-format.ts';
import { contactFields, ListedOrder, PaymentRequest, PaymentResponse, Reservation } from './orders.ts';

const POUNDS = 'The pounds must be a whole number, 1 or more.';
const pounds = z.int(POUNDS).min(1, POUNDS).max(MAX_POUNDS, POUNDS);
const EMAIL_NEEDED = 'Enter your email. We send you what is left to pay.';

const ReservationRequest = PaymentRequest.omit({ orderDetails: true }).extend({
  pounds,
  /** The pickup day of wet hops. */
  day_id: z.int('Choose a pickup day.').min(1, 'Choose a pickup day.').max(MAX_ID).nullable().default(null),
  name: contactFields.name,
  email: contactFields.email.refine((email) => email !== null, EMAIL_NEEDED).transform((email) => email ?? ''),
  phone: contactFields.phone,
});
export type ReservationRequest = z.output<typeof ReservationRequest>;

/** With the order it belongs to. */
export const ManagedReservation = Reservation.extend({
  product_id: z.int(),
  order_id: z.int(),
  order_status: ListedOrder.shape.status,
  name: z.string(),
  phone: z.string(),
  /** What the scale said, or what the order was corrected to since. */
  final_pounds: z.int().nullable(),
  /** Still to pay of what was invoiced. */
  open: z.number(),
  /** What should have gone back to the card, but the card provider refused it. */
  refused: z.number(),
});
export type ManagedReservation = z.output<typeof ManagedReservation>;

const CHOOSE_LOT = 'Choose a lot.';
const Weight = z
  .object({
    /** What the scale said. */
    pounds,
    /** Without one: the current lot. */
    lot_id: z.int(CHOOSE_LOT).min(1, CHOOSE_LOT).max(MAX_ID, CHOOSE_LOT).nullable().default(null),
    /** Hops that no laboratory has tested yet. */
    without_lot: z.boolean('Say whether the hops have no lot.').default(false),
    /** The pounds are in the stock already. Otherwise they come straight from the harvest. */
    in_stock: z.boolean('Say whether the pounds are in the stock already.').default(false),
  })
  .refine(({ lot_id, without_lot }) => !without_lot || lot_id === null, {
    path: ['lot_id'],
    message: 'Choose a lot, or none.',
  });
export type Weight = z.output<typeof Weight>;

export const reservationEndpoints = {
  'POST /api/harvests/:id/reservations': {
    summary:
      'Reserve pounds of a coming harvest and pay the deposit by card; the Idempotency-Key header makes retries safe',
    for: 'anyone',
    params: IdParams,
    key: 'required',
    body: ReservationRequest,
    response: PaymentResponse,
    otherResponses: {
      202: 'The outcome is not known yet. Do not pay again.',
      400: 'The request could not be read.',
      402: 'The card was declined.',
      404: 'There is no such harvest or pickup day.',
      409: 'The deposit has changed, it cannot be reserved, or there are too few pounds.',
      415: 'The content type is not supported.',
      422: 'A field is invalid.',
      429: 'Too many attempts. Retry-After says when to try again.',
      503: 'Nothing was charged.',
    },
  },
  'GET /api/harvests/admin/:id/reservations': {
    summary: 'Who reserved pounds of a harvest, by pickup day',
    for: 'admin',
    params: IdParams,
    response: dataOf(z.array(ManagedReservation)),
  },
  'POST /api/reservations/:id/weight': {
    summary:
      'Enter the final weight of a reservation: the hops are added to its order, and the balance is invoiced or given back',
    for: 'admin',
    params: IdParams,
    body: Weight,
    response: dataOf(ManagedReservation),
    errors: {
      404: 'There is no such reservation or lot',
      409: 'It was weighed or released already, or there is not enough stock',
    },
  },
} as const satisfies EndpointTable;
