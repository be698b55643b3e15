import { z } from 'zod';
import { dataOf, type EndpointTable, IdParams, positiveInteger } from './endpoint.ts';

export const EMAILS_PER_PAGE = 50;

export const emailStates = ['waiting', 'failed', 'sent'] as const;
export type EmailState = (typeof emailStates)[number];

const SentEmail = z.object({
  id: z.int(),
  recipient: z.string(),
  subject: z.string(),
  created_at: z.iso.datetime(),
  /** `failed` once we gave up. */
  state: z.enum(emailStates),
  sent_at: z.iso.datetime().nullable(),
  /** When a waiting email is tried next. */
  next_try_at: z.iso.datetime().nullable(),
  tries: z.int(),
  /** What the mail server said last. */
  last_error: z.string().nullable(),
  order_id: z.int().nullable(),
  /** The invoice or credit note that is attached as PDF. */
  invoice: z.int().nullable(),
  /** It has a link that opens an account, so nobody else may read it. */
  secret: z.boolean(),
});
export type SentEmail = z.output<typeof SentEmail>;

export const emailEndpoints = {
  'GET /api/emails': {
    summary: 'Emails of the last 90 days, newest first; `before` is an email id and returns older ones',
    for: 'admin',
    query: z.object({
      unsent: z.literal('true', { error: 'Send unsent=true, or leave it out.' }).optional(),
      before: positiveInteger('The email must be a positive whole number.').optional(),
    }),
    response: z.object({
      data: z.array(SentEmail),
      next_page_url: z.string().nullable(),
      /** False if there is no mail server: emails are then saved as files on the shop's machine. */
      has_mail_server: z.boolean(),
    }),
  },
  'GET /api/emails/:id': {
    summary: 'An email with its text',
    for: 'admin',
    params: IdParams,
    response: dataOf(SentEmail.extend({ text: z.string().nullable().describe('Null if it is secret.') })),
  },
  'POST /api/emails/:id/deliveries': {
    summary: 'Send an email again: one that waits or failed goes out now, one that was sent goes out as a copy',
    for: 'admin',
    params: IdParams,
    response: dataOf(SentEmail),
    errors: { 409: 'It was sent, and its link is secret' },
  },
} as const satisfies EndpointTable;
