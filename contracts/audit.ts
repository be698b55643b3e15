import { z } from 'zod';
import { type EndpointTable, positiveInteger } from './endpoint.ts';

export const ENTRIES_PER_PAGE = 50;

/** Audited staff actions, worded as on screen. Stored entries keep their wording, so never remove a value. */
export const Action = z.enum([
  'product added',
  'product revised',
  'product withdrawn',
  'stock changed',
  'lot added',
  'lot revised',
  'lot deleted',
  'lot made current',
  'no lot made current',
  'harvest added',
  'harvest revised',
  'harvest taken off',
  'post published',
  'post scheduled',
  'post drafted',
  'post unpublished',
  'post revised',
  'post version restored',
  'post withdrawn',
  'post sent as news',
  'picture uploaded',
  'picture described',
  'picture removed',
  'preview link made',
  'preview link revoked',
  'customer added',
  'customer revised',
  'resale certificate stored',
  'resale certificate removed',
  'terms approved',
  'terms ended',
  'terms paused',
  'account asked to confirm',
  'payment recorded',
  'payment taken back',
  'credit note written',
  'card payment refunded',
  'month closed',
  'order taken',
  'order note written',
  'order changed',
  'order packed from lots',
  'order marked ready',
  'order marked completed',
  'order cancelled',
  'order refund asked for',
  'shipment set',
  'shipment removed',
  'payment marked as settled',
  'email sent again',
  'settings saved',
  'backup made',
  'backup downloaded',
  'staff granted',
  'staff revoked',
  'staff role changed',
  'staff invited again',
  'staff deactivated',
  'staff reactivated',
  'password changed',
  'password set by link',
  'second factor switched on',
  'second factor switched off',
  'second factor reset',
  'session ended',
  'all other sessions ended',
  'all sessions ended',
]);
export type Action = z.output<typeof Action>;

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null when a command on the server did it. */
  who: z.string().nullable(),
  action: Action,
  /** What the action applied to, as named at the time, with its id if it has one. */
  subject: z.string(),
  subject_id: z.int().nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const auditEndpoints = {
  'GET /api/audit': {
    summary: 'Audit trail, newest first; `before` is an entry id and returns older entries',
    for: 'admin',
    query: z.object({ before: positiveInteger('The entry must be a positive whole number.').optional() }),
    response: z.object({ data: z.array(AuditEntry), next_page_url: z.string().nullable() }),
  },
} as const satisfies EndpointTable;
