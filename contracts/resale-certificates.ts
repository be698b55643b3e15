// A brewery that resells pays no sales tax if the farm has its certificate.
import { z } from 'zod';
import { dataOf, type EndpointTable, FarmDay, IdParams, MessageResponse } from './endpoint.ts';

const ResaleCertificate = z.object({
  expires_on: z.string(),
  /** Negative once it has expired. */
  days_left: z.int(),
  uploaded_at: z.iso.datetime(),
  who: z.string().nullable(),
});
export type ResaleCertificate = z.output<typeof ResaleCertificate>;

export const resaleCertificateEndpoints = {
  'GET /api/customers/:id/resale-certificate': {
    summary: "A customer's resale certificate; null if there is none",
    for: 'admin',
    params: IdParams,
    response: dataOf(ResaleCertificate.nullable()),
  },
  'PUT /api/customers/:id/resale-certificate': {
    summary: 'Store a resale certificate as PDF, or change until when the stored one is valid',
    for: 'admin',
    params: IdParams,
    form: z.object({ expires_on: FarmDay }),
    certificate: 'optional',
    response: dataOf(ResaleCertificate.nullable()),
  },
  'DELETE /api/customers/:id/resale-certificate': {
    summary: 'Remove a resale certificate; its file is deleted within two hours',
    for: 'admin',
    params: IdParams,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
