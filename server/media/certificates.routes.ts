// Certificates of analysis. Served as downloads: a PDF can contain more than lab results, so it is opened by the buyer's own
// program, not on this site.
import type { FastifyInstance } from 'fastify';
import { CERTIFICATE_PATH } from '#contracts/certificates.ts';
import { buildResponse, sendCachedResponse } from '#server/http/cached-response.ts';
import { immutableHeaders } from '#server/http/immutable-headers.ts';
import type { Media } from './media.ts';

type Options = { media: Media; headers: Record<string, string> };

export function mountCertificates(app: FastifyInstance, { media, headers }: Options): void {
  app.get<{ Params: { file: string } }>(CERTIFICATE_PATH, async (request, reply) => {
    const { file } = request.params;
    const body = NAME.test(file) ? await media.read('certificates', file) : undefined;
    if (!body) return reply.callNotFound();
    // Without a filename here, the browser uses the one from the link.
    const response = buildResponse({
      body,
      headers: { ...headers, ...immutableHeaders(file), 'content-disposition': 'attachment' },
    });
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, response);
  });
}

const NAME = /^[0-9a-f]{32}\.pdf$/;
