import { z } from 'zod';
import { EMAIL } from './email.ts';
import { dataOf, type EndpointTable, IdParams, OrderCursor, positiveInteger } from './endpoint.ts';
import { ListedOrder } from './orders.ts';

export const CUSTOMERS_PER_PAGE = 20;
const SEARCH_MAX = 100;

const optionalText = (label: string, max: number) =>
  z.string(`${label} must be text.`).trim().max(max, `${label} can be up to ${max} characters.`).default('');

const CustomerFields = z.object({
  name: z
    .string('The name is required.')
    .trim()
    .regex(/[^\p{C}\p{Z}]/u, 'The name is required.')
    .max(200, 'The name can be up to 200 characters.'),
  company: optionalText('The company', 200),
  email: optionalText('The email', 254)
    .transform((email) => email.toLowerCase())
    .refine((email) => email === '' || EMAIL.test(email), "That doesn't look like an email address."),
  phone: optionalText('The phone', 50),
  address: optionalText('The address', 500),
  /** For staff only. */
  notes: optionalText('The notes', 5000),
});
export type CustomerFields = z.output<typeof CustomerFields>;

const Customer = z.object({
  id: z.int(),
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  notes: z.string(),
  /** The email they log in with; null for customers without an account. */
  login: z.string().nullable(),
  last_order_at: z.iso.datetime().nullable(),
  version: z.int(),
});
export type Customer = z.output<typeof Customer>;

const CustomerOrder = ListedOrder.pick({
  id: true,
  created_at: true,
  quantity: true,
  status: true,
  location_option: true,
}).extend({ total: z.number() });

export const customerEndpoints = {
  'GET /api/customers': {
    summary: `People and breweries that buy, the latest first; \`q\` searches name, company, email and phone and returns up to ${CUSTOMERS_PER_PAGE}; \`overdue=true\` returns those with an overdue invoice, \`resale=true\` those whose resale certificate expires`,
    for: 'admin',
    query: z.object({
      q: z
        .string('Search for a single text.')
        .trim()
        .max(SEARCH_MAX, `The text can be up to ${SEARCH_MAX} characters.`)
        .optional(),
      /** Only those with an invoice that is past its due date. */
      overdue: z.literal('true', { error: 'Send overdue=true, or leave it out.' }).optional(),
      /** Only those whose resale certificate has expired or soon will. */
      resale: z.literal('true', { error: 'Send resale=true, or leave it out.' }).optional(),
      /** A customer id; returns those after it in the list. */
      after: positiveInteger('The customer must be a positive whole number.').optional(),
    }),
    response: z.object({ data: z.array(Customer), more: z.boolean() }),
  },
  'POST /api/customers': {
    summary: 'Add a customer',
    for: 'admin',
    body: CustomerFields,
    response: dataOf(Customer),
  },
  'GET /api/customers/:id': {
    summary: 'One customer',
    for: 'admin',
    params: IdParams,
    response: dataOf(Customer),
  },
  'PUT /api/customers/:id': {
    summary: "Change a customer's contact data and notes; orders keep theirs",
    for: 'admin',
    params: IdParams,
    body: CustomerFields.extend({ version: z.int('Send the version that was edited.') }),
    current: Customer,
    response: dataOf(Customer),
  },
  'GET /api/customers/:id/orders': {
    summary: "A customer's orders, newest first; `before` is an order id and returns older ones",
    for: 'admin',
    params: IdParams,
    query: z.object({ before: OrderCursor.optional() }),
    response: z.object({ data: z.array(CustomerOrder), more: z.boolean() }),
  },
} as const satisfies EndpointTable;
