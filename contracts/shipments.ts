import { z } from 'zod';
import { carriers } from './carriers.ts';

const NUMBER = 'A tracking number has 5 to 40 letters, digits, spaces and dashes.';

const carrier = z.enum(carriers, { error: `Choose the carrier: ${carriers.join(', ')}.` });
const trackingNumber = z
  .string(NUMBER)
  .trim()
  .regex(/^(?:[A-Za-z0-9 -]{5,40})?$/, NUMBER)
  .transform((number) => number || null);

export const Shipment = z.object({ carrier: z.enum(carriers), tracking_number: z.string().nullable() });

/** A carrier of null means that there is no shipment. */
export const ShipmentChange = z
  .object({ carrier: carrier.nullable(), tracking_number: trackingNumber.nullable().default(null) })
  .superRefine(({ carrier, tracking_number }, context) => {
    const path = ['tracking_number'];
    if (carrier === null && tracking_number !== null)
      context.addIssue({ code: 'custom', path: ['carrier'], message: 'Choose the carrier.' });
    if (carrier !== null && carrier !== 'own truck' && tracking_number === null)
      context.addIssue({ code: 'custom', path, message: 'Enter the tracking number.' });
  })
  .meta({ example: { carrier: 'UPS', tracking_number: '1Z999AA10123456784' } });
export type ShipmentChange = z.output<typeof ShipmentChange>;
