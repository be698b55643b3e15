// The form every call is declared in. Browser code imports types from here only, so that the
// schemas (and zod) stay out of the visitor's download.
import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Role = 'customer' | 'admin';

/** Who may make a call: anyone, any logged-in account, or staff. `anyone` is told who is logged in, if somebody is. */
export type Audience = 'visitor' | 'anyone' | Role;

export type Endpoint = {
  summary: string;
  for?: Audience;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** A multipart form; `picture` says whether it carries an image file. */
  form?: z.ZodObject;
  picture?: 'optional' | 'required';
  /** The form may carry a PDF file in the field `certificate`. */
  certificate?: 'optional';
  /** For a change that may meet another one: the 409 shows what there is now, in this shape, as `current`. */
  current?: z.ZodType;
  response: z.ZodType;
  /** Other statuses that come in the shape of the reply. */
  otherResponses?: Record<number, string>;
};

export type EndpointTable = { [name in `${Method} /api/${string}`]?: Endpoint };

export const positiveInteger = (text: string) =>
  z
    .string(text)
    .regex(/^[1-9]\d{0,99}$/, text)
    .transform(Number);
export const MAX_ID = 2_147_483_647;
const MAX_PAGE = 1e12;

export const IdParams = z.object({
  // What cannot be an id is 0: there is nothing to find.
  id: z.string().transform((id) => (/^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID ? Number(id) : 0)),
});
/** An order to look from, in a query: past the last there is nothing. */
export const OrderCursor = positiveInteger('The order must be a whole number from 1.').transform((id) =>
  Math.min(id, MAX_ID),
);
export const PageQuery = z.object({
  page: positiveInteger('The page must be a whole number from 1.')
    .transform((page) => Math.min(page, MAX_PAGE))
    .default(1),
});

export const Pagination = z.object({
  total: z.int(),
  per_page: z.int(),
  current_page: z.int(),
  last_page: z.int(),
  next_page_url: z.string().nullable(),
  prev_page_url: z.string().nullable(),
});
export type Pagination = z.output<typeof Pagination>;

export const dataOf = <T extends z.ZodType>(thing: T) => z.object({ data: thing });
export const pageOf = <T extends z.ZodType>(thing: T) => z.object({ data: z.array(thing), pagination: Pagination });
export const MessageResponse = z.object({ message: z.string() });
