import type { FastifyInstance } from 'fastify';
import { IdParams } from '#contracts/endpoint.ts';
import { type Authenticate, authorize } from '#server/http/authorize.ts';
import { route } from '#server/http/route.ts';
import { validate } from '#server/http/validate.ts';
import type { ResaleCertificates } from './resale-certificates.ts';

export const resaleCertificateRoutes = (certificates: ResaleCertificates) => [
  route('GET /api/customers/:id/resale-certificate', ({ params }) => certificates.find(params.id)),
  route('PUT /api/customers/:id/resale-certificate', ({ params, form, certificate, actor }) =>
    certificates.save(params.id, { ...form, certificate, actor }),
  ),
  route('DELETE /api/customers/:id/resale-certificate', ({ params, actor }) => certificates.remove(params.id, actor)),
];

type Options = { certificates: ResaleCertificates; authenticate: Authenticate; headers: Record<string, string> };

/** A download, never displayed: a PDF can contain more than a form. Not in the endpoint table because it is not JSON. */
export function mountResaleCertificateFile(app: FastifyInstance, { certificates, authenticate, headers }: Options) {
  app.get('/api/customers/:id/resale-certificate/file', async (request, reply) => {
    await authorize(request, { for: 'admin' }, authenticate);
    const { id } = validate(IdParams, request.params);
    const { bytes, stream } = await certificates.open(id);
    return reply
      .headers({ ...headers, 'cache-control': 'no-store' })
      .header('content-disposition', `attachment; filename="resale-certificate-${id}.pdf"`)
      .header('content-length', bytes)
      .type('application/pdf')
      .send(stream);
  });
}
