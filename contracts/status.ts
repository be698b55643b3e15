import { z } from 'zod';
import { dataOf, type EndpointTable } from './endpoint.ts';

const Check = z.object({
  /** Payments, Email, ... */
  name: z.string(),
  state: z.enum(['ok', 'attention']),
  /** How it is. */
  text: z.string(),
  /** What to do about it; null if nothing. */
  advice: z.string().nullable(),
  /** The page where it can be done or read about. */
  href: z.string().nullable(),
});
export type Check = z.output<typeof Check>;

export const startSteps = ['address', 'pictures', 'payments', 'mail', 'two-step login', 'backup', 'live'] as const;
const GettingStarted = z.object({
  steps: z.array(z.object({ name: z.enum(startSteps), done: z.boolean() })),
  /** Put away by an owner. */
  hidden: z.boolean(),
});
export type GettingStarted = z.output<typeof GettingStarted>;

export const statusEndpoints = {
  'GET /api/status': {
    summary: 'How the shop is set up: payments, email, storage, database, backups, version',
    for: 'owner',
    response: dataOf(z.array(Check)),
  },
  'GET /api/getting-started': {
    summary: 'What a new shop still has to do; each step is done by itself',
    for: 'owner',
    response: dataOf(GettingStarted),
  },
  'PUT /api/getting-started': {
    summary: 'Put the list of first steps away, or bring it back',
    for: 'owner',
    body: z.object({ hidden: z.boolean('Send true or false.') }),
    response: dataOf(GettingStarted),
  },
} as const satisfies EndpointTable;
