// Emails that people ask for: when a hop is back, when the day of a harvest changes, and news.
import { z } from 'zod';
import { NewEmail } from './accounts.ts';
import { dataOf, type EndpointTable, IdParams, MAX_ID, MessageResponse } from './endpoint.ts';

const ID = 'The id must be a positive whole number.';
const Id = z.int(ID).min(1, ID).max(MAX_ID, ID);
const TokenParams = z.object({ token: z.string().max(200, 'This link is not valid.') });

/** What a link in such an email leads to. */
const Subscription = z.object({
  /** `asked` until the link in the first email is followed; `none` if it ended, or never was. */
  state: z.enum(['asked', 'confirmed', 'none']),
  /** Null for the farm's news. */
  hop: z.object({ name: z.string(), slug: z.string() }).nullable(),
  /** The expected day, if it is about a harvest of the hop. */
  harvest_on: z.string().nullable(),
});
export type Subscription = z.output<typeof Subscription>;

const Newsletter = z.object({
  post_id: z.int(),
  subject: z.string(),
  /** As mail programs show it without HTML. */
  text: z.string(),
  /** How many want the news today. */
  subscribers: z.int(),
  /** Null until staff send it. */
  started_at: z.iso.datetime().nullable(),
  /** How many were queued so far. */
  emails: z.int(),
  finished_at: z.iso.datetime().nullable(),
});
export type Newsletter = z.output<typeof Newsletter>;

export const alertEndpoints = {
  'POST /api/alerts': {
    summary:
      'Ask for an email when a hop is back, when the day of a harvest changes, or for the news; sends a link that confirms the address',
    body: z
      .object({ email: NewEmail, product_id: Id.optional(), harvest_id: Id.optional() })
      .refine(({ product_id, harvest_id }) => product_id === undefined || harvest_id === undefined, {
        path: ['harvest_id'],
        message: 'Send a product or a harvest, not both.',
      }),
    response: MessageResponse,
    errors: { 404: 'The product or the harvest does not exist', 429: 'Too many requests from this address' },
  },
  'GET /api/alerts/:token': {
    summary: 'What the link in an email is for',
    params: TokenParams,
    response: dataOf(Subscription),
  },
  'POST /api/alerts/:token/confirmation': {
    summary: 'Confirm an address; a second time changes nothing',
    params: TokenParams,
    response: dataOf(Subscription),
  },
  'DELETE /api/alerts/:token': {
    summary: 'Stop these emails',
    params: TokenParams,
    response: dataOf(Subscription),
  },
  'GET /api/newsletters/:id': {
    summary: 'A post as an email to everyone who wants the news: what it says, how many get it, and how far it is',
    for: 'writer',
    params: IdParams,
    response: dataOf(Newsletter),
  },
  'POST /api/newsletters/:id': {
    summary: 'Send a published post to everyone who wants the news; each post once',
    for: 'writer',
    params: IdParams,
    response: dataOf(Newsletter),
    errors: { 409: 'It was sent before, or is not published' },
  },
} as const satisfies EndpointTable;
