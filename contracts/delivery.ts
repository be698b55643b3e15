import { z } from 'zod';
import { dataOf, type EndpointTable, positiveInteger } from './endpoint.ts';

export const DeliveryArea = z.object({
  zip: z.string(),
  /** Rio Vista, CA */
  place: z.string(),
  miles: z.int(),
  /** `near`: free for small orders too; `free`: free from the minimum order; `far`: by carrier. */
  area: z.enum(['near', 'free', 'far']),
  /** About what the carrier charges, in dollars. Null within the free miles, without `pounds`, or if the farm names no price. */
  freight: z.object({ carrier: z.string(), price: z.number() }).nullable(),
});
export type DeliveryArea = z.output<typeof DeliveryArea>;

export const deliveryEndpoints = {
  'GET /api/delivery-areas/:zip': {
    summary: 'How far a ZIP code is from the farm, whether delivery there is free, and about what freight costs',
    params: z.object({ zip: z.string().regex(/^\d{5}$/, 'A ZIP code has five digits.') }),
    query: z.object({ pounds: positiveInteger('The pounds must be a positive whole number.').optional() }),
    response: dataOf(DeliveryArea),
  },
} as const satisfies EndpointTable;
