// Pictures of the project, of posts and of products. Names say content, so they never change.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pictureFolders } from '#contracts/pictures.ts';
import { answerOf, sendAnswer } from '#server/http/cached-response.ts';
import { forEver } from '#server/http/immutable-headers.ts';
import type { AnswerCache } from '#server/http/response-cache.ts';
import type { Media } from './media.ts';

type Options = { media: Media; builtDir: string; cache: AnswerCache; headers: Record<string, string> };

export function servePictures(app: FastifyInstance, { media, builtDir, cache, headers }: Options): void {
  serve(pictureFolders.project, (file) => readFile(join(builtDir, file)).catch(() => undefined));
  serve(pictureFolders.blogs, (file) => media.read('blogs', file));
  serve(pictureFolders.products, (file) => media.read('products', file));

  function serve(folder: string, read: Reader) {
    app.get<File>(`${folder}:file`, (request, reply) => answer(request, reply, read));
  }

  async function answer(request: FastifyRequest<File>, reply: FastifyReply, read: Reader) {
    const { file } = request.params;
    const bytes = PICTURE_NAME.test(file) ? await read(file) : undefined;
    if (!bytes) return reply.callNotFound();
    const answer = answerOf({ body: bytes, headers: { ...headers, ...forEver(file) } });
    await cache.getOrMake(request.url, [], async () => ({ answer, keep: !request.url.includes('?') }));
    reply.hijack();
    sendAnswer(request.raw, reply.raw, answer);
  }
}

type Reader = (file: string) => Promise<Buffer | undefined>;
type File = { Params: { file: string } };

const PICTURE_NAME = /^[\w-]+\.(jpg|webp|avif)$/;
