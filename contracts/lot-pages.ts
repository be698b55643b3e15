import { z } from 'zod';
import { type EndpointTable, FarmDay } from './endpoint.ts';
import { Lot } from './lots.ts';

/** A lot as its own page shows it, also after its hop was withdrawn: its bags are still out there. */
export const PublishedLot = Lot.extend({
  product: z.object({
    name: z.string(),
    slug: z.string(),
    type: z.string(),
    aromas: z.string(),
    /** False once the hop is withdrawn; then it has no page of its own. */
    on_sale: z.boolean(),
  }),
});
export type PublishedLot = z.output<typeof PublishedLot>;

export const lotPageEndpoints = {
  'GET /api/lots/:number': {
    summary: 'The lot with this number, ignoring case; several where older lots of two hops share a number',
    params: z.object({ number: z.string().max(40, 'A lot number has up to 40 characters.') }),
    response: z.object({ data: z.array(PublishedLot), today: FarmDay }),
  },
} as const satisfies EndpointTable;
