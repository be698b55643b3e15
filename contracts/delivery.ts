import { z } from 'zod';
import { type CallTable, one } from './endpoint.ts';

export const DeliveryArea = z.object({
  zip: z.string(),
  /** Rio Vista, CA */
  place: z.string(),
  miles: z.int(),
  /** `near`: free for small orders too; `free`: from the minimum on; `far`: by carrier. */
  area: z.enum(['near', 'free', 'far']),
});
export type DeliveryArea = z.output<typeof DeliveryArea>;

export const deliveryCalls = {
  'GET /api/delivery-areas/:zip': {
    summary: 'How far a ZIP code is from the farm, and whether delivery there is free',
    params: z.object({ zip: z.string().regex(/^\d{5}$/, 'A ZIP code has five digits.') }),
    reply: one(DeliveryArea),
  },
} as const satisfies CallTable;
