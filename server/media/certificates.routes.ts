// Certificates of analysis. To be saved, not shown: a PDF file may hold more than a page of figures, and is opened by the
// buyer's own program, not on this site.
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
    // Without a name of its own the file takes that of the link.
    const answer = buildResponse({
      body,
      headers: { ...headers, ...immutableHeaders(file), 'content-disposition': 'attachment' },
    });
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, answer);
  });
}

const NAME = /^[0-9a-f]{32}\.pdf$/;
