// Certificates of analysis. Served as downloads: a PDF can contain more than lab results, so it is opened by the buyer's own
// program, not on this site.
import type { FastifyInstance } from 'fastify';
import { CERTIFICATE_PATH } from '#contracts/certificates.ts';
import { etagMatches } from '#server/http/cached-response.ts';
import { immutableHeaders } from '#server/http/immutable-headers.ts';
import { serverBusy } from '#server/http-errors.ts';
import type { Media } from './media.ts';

type Options = { media: Media; headers: Record<string, string> };

/**
 * A download counts until its last byte is sent. Slow readers have this limit of their own, so they cannot take the
 * places of buyers.
 */
const MAX_DOWNLOADS = 50;
/** Enough for 10 MB over a poor phone connection. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

export function mountCertificates(app: FastifyInstance, { media, headers }: Options): void {
  let downloads = 0;

  app.get<{ Params: { file: string } }>(CERTIFICATE_PATH, async (request, reply) => {
    const { file } = request.params;
    if (!NAME.test(file)) return reply.callNotFound();
    // The client has left: there will be no 'close' to wait for.
    if (reply.raw.destroyed) return reply.hijack();
    if (downloads >= MAX_DOWNLOADS) throw serverBusy();
    downloads += 1;
    const timeout = setTimeout(() => reply.raw.destroy(), DOWNLOAD_TIMEOUT_MS).unref();
    reply.raw.once('close', () => {
      downloads -= 1;
      clearTimeout(timeout);
    });

    const opened = await media.open('certificates', file);
    if (!opened) return reply.callNotFound();
    // The name is the content's hash. Without a filename here, the browser uses the one from the link.
    const etag = `"${file.replace('.pdf', '')}"`;
    reply.headers({ ...headers, ...immutableHeaders(file), 'content-disposition': 'attachment', etag });
    if (etagMatches(request.headers['if-none-match'] ?? '', etag)) {
      opened.stream.destroy();
      return reply.code(304).send();
    }
    return reply.header('content-length', opened.bytes).send(opened.stream);
  });
}

const NAME = /^[0-9a-f]{32}\.pdf$/;
