// The building blocks of endpoint definitions. Browser code must import only types from here, to keep
// zod out of the download.
import { z } from 'zod';
import { isDay } from './sales-range.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** What an account is to the API. Owners and staff are admins. */
export type Role = 'customer' | 'writer' | 'admin';

/**
 * Who may use an endpoint: each from `customer` on includes those after it. Like `visitor`, `anyone` is public, but its
 * handler is told who is logged in.
 */
export type Audience = 'visitor' | 'anyone' | Role | 'owner';

export type Endpoint = {
  summary: string;
  for?: Audience;
  /** Staff may use it before they have set up a required two-step login. */
  duringTwoFactorSetup?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** An `Idempotency-Key` header, or `key` in the body: a repeat with the same key and the same fields returns the first result. */
  key?: 'optional' | 'required';
  body?: z.ZodObject;
  /** Long texts: a body of up to 512 kB instead of 32. */
  longBody?: true;
  /** Multipart form fields; `picture` says whether an image file comes with them, or the field `stored_image` instead. */
  form?: z.ZodObject;
  picture?: 'optional' | 'required' | 'required unless stored';
  /** The form may include a PDF in the field `certificate`. */
  certificate?: 'optional';
  /** For edits that can conflict: the 409 response returns the current values in this shape, as `current`. */
  current?: z.ZodType;
  response: z.ZodType;
  /** Other statuses that use the same response shape. */
  otherResponses?: Record<number, string>;
  /** Errors that do not follow from the rest of the definition. */
  errors?: Record<number, string>;
};

/** What a call takes as headers. */
export const headersOf = ({
  key,
  body,
}: {
  key?: Endpoint['key'];
  body?: Endpoint['body'];
}): z.ZodObject | undefined => {
  if (key === undefined) return undefined;
  const header = z.string().min(1).max(255);
  const isOptional = key === 'optional' || Object.hasOwn(body?.shape ?? {}, 'key');
  return z.object({ 'Idempotency-Key': isOptional ? header.optional() : header });
};

/** The key where it was before it was a header. */
export const BodyKey = z.string('The key must be text.').min(8).max(100).optional().describe('The same as the header.');

export type EndpointTable = { [name in `${Method} /api/${string}`]?: Endpoint };

/** For the API documents: text in a URL that is read as a number. */
const wholeNumber = { type: 'integer', minimum: 1 };

export const positiveInteger = (text: string) =>
  z
    .string(text)
    .regex(/^[1-9]\d{0,99}$/, text)
    .transform(Number)
    .meta(wholeNumber);
export const MAX_ID = 2_147_483_647;
const MAX_PAGE = 1e12;

export const IdParams = z.object({
  // An invalid id becomes 0, which matches nothing.
  id: z
    .string()
    .transform((id) => (/^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID ? Number(id) : 0))
    .meta(wholeNumber),
});
/** An order id to page from. Capped, so it stays within the database's range. */
export const OrderCursor = positiveInteger('The order must be a positive whole number.')
  .transform((id) => Math.min(id, MAX_ID))
  .meta(wholeNumber);
export const PageQuery = z.object({
  page: positiveInteger('The page must be a positive whole number.')
    .transform((page) => Math.min(page, MAX_PAGE))
    .meta(wholeNumber)
    .default(1),
});

const ENTER_DATE = 'Enter a date.';
/** A date in the farm's time zone. People pick it, so only the API's description names the format. */
export const FarmDay = z
  .string(ENTER_DATE)
  .refine(isDay, ENTER_DATE)
  .describe("A day in the farm's time zone, as YYYY-MM-DD.");

export const Pagination = z.object({
  total: z.int(),
  per_page: z.int(),
  current_page: z.int(),
  last_page: z.int(),
  next_page_url: z.string().nullable(),
  prev_page_url: z.string().nullable(),
});
export type Pagination = z.output<typeof Pagination>;

export const dataOf = <T extends z.ZodType>(schema: T) => z.object({ data: schema });
export const pageOf = <T extends z.ZodType>(schema: T) => z.object({ data: z.array(schema), pagination: Pagination });
export const MessageResponse = z.object({ message: z.string() });
