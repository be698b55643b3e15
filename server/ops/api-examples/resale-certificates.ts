import * as sample from '../api-example-data.ts';
import type { ExamplesOf } from './example.ts';

const params = { id: '12' };
const data = { expires_on: '2027-06-30', days_left: 268, uploaded_at: '2026-10-05T16:20:00.000Z', who: 'Wren' };

export const resaleCertificateExamples: ExamplesOf<`${string}/resale-certificate${string}`> = {
  'GET /api/customers/:id/resale-certificate': { params, response: { data } },
  'PUT /api/customers/:id/resale-certificate': { params, form: { expires_on: '2027-06-30' }, response: { data } },
  'DELETE /api/customers/:id/resale-certificate': {
    params,
    response: { message: 'The resale certificate was removed.' },
  },
  'GET /api/customers/:id/resale-certificate/file': { params, response: sample.pdf },
};
