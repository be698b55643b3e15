// Serves the pictures of the project, posts and products. Names contain a content hash, so files never change.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pictureFolders } from '#contracts/pictures.ts';
import { buildResponse, sendCachedResponse } from '#server/http/cached-response.ts';
import { immutableHeaders } from '#server/http/immutable-headers.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import type { BuiltPictures, Media } from './media.ts';

type Options = { media: Media; built: BuiltPictures; cache: ResponseCache; headers: Record<string, string> };

export function mountPictures(app: FastifyInstance, { media, built, cache, headers }: Options): void {
  serve(pictureFolders.project, (file) => readFile(join(built.dir, file)).catch(() => undefined));
  serve(pictureFolders.blogs, (file) => media.readPicture('blogs', file));
  serve(pictureFolders.products, (file) => media.readPicture('products', file));

  function serve(folder: string, read: Reader) {
    app.get<File>(`${folder}:file`, (request, reply) => sendPicture(request, reply, { folder, read }));
  }

  async function sendPicture(request: FastifyRequest<File>, reply: FastifyReply, { folder, read }: Source) {
    const { file } = request.params;
    if (!PICTURE_NAME.test(file)) return reply.callNotFound();
    // By the name of the file in content/pictures.
    const encoded = folder === pictureFolders.project && built.names[file];
    if (encoded) return reply.header('cache-control', 'no-cache').redirect(folder + encoded, 302);
    // One spelling per picture, here and in the caches of browsers and proxies.
    const url = `${folder}${file}`;
    if (/[%?]/.test(request.url)) return reply.redirect(url, 308);
    const bytes = await read(file);
    if (!bytes) return reply.callNotFound();
    const response = buildResponse({ body: bytes, headers: { ...headers, ...immutableHeaders(file) } });
    await cache.getOrCreate(url, ['pictures'], async () => ({ response, cacheable: true }));
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, response);
  }
}

type Reader = (file: string) => Promise<Buffer | undefined>;
type Source = { folder: string; read: Reader };
type File = { Params: { file: string } };

const PICTURE_NAME = /^[\w-]+\.(jpg|webp|avif)$/;
