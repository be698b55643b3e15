import { z } from 'zod';
import { dataOf, type EndpointTable } from './endpoint.ts';

export const DeliveryArea = z.object({
  zip: z.string(),
  /** Rio Vista, CA */
  place: z.string(),
  miles: z.int(),
  /** `near`: free for small orders too; `free`: free from the minimum order; `far`: by carrier. */
  area: z.enum(['near', 'free', 'far']),
});
export type DeliveryArea = z.output<typeof DeliveryArea>;

export const deliveryEndpoints = {
  'GET /api/delivery-areas/:zip': {
    summary: 'How far a ZIP code is from the farm, and whether delivery there is free',
    params: z.object({ zip: z.string().regex(/^\d{5}$/, 'A ZIP code has five digits.') }),
    response: dataOf(DeliveryArea),
  },
} as const satisfies EndpointTable;
