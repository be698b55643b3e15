import { z } from 'zod';
import { type EndpointTable, positiveInteger } from './endpoint.ts';

export const ENTRIES_PER_PAGE = 50;

/** What staff do that is kept, in the words of the screen. Old lines keep their word: none is ever taken off this list. */
export const Action = z.enum([
  'product added',
  'product revised',
  'product withdrawn',
  'lot added',
  'lot revised',
  'lot deleted',
  'lot made current',
  'no lot made current',
  'post published',
  'post revised',
  'post withdrawn',
  'order marked ready',
  'order marked completed',
  'order cancelled',
  'order refund asked for',
  'payment marked as settled',
  'staff granted',
  'staff revoked',
  'password changed',
  'password set by link',
  'second factor switched on',
  'second factor switched off',
  'second factor reset',
  'session ended',
  'all other sessions ended',
]);
export type Action = z.output<typeof Action>;

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null for what was done by a command on the machine. */
  who: z.string().nullable(),
  action: Action,
  /** What it was done to, as it was called then; its id where it has one. */
  subject: z.string(),
  subject_id: z.int().nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const auditEndpoints = {
  'GET /api/audit': {
    summary: 'What staff did, newest first; `before` is the id of a line, and shows those that are older',
    for: 'admin',
    query: z.object({ before: positiveInteger('The line must be a whole number from 1.').optional() }),
    response: z.object({ data: z.array(AuditEntry), next_page_url: z.string().nullable() }),
  },
} as const satisfies EndpointTable;
