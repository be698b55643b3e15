// Pictures: those of the project below /pictures/, those of posts below /blogs/. Names say content, so they never change.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerOf, sendAnswer } from '../http/answer.ts';
import type { Media } from '../media/media.ts';
import { forEver } from './web-build.ts';

type Options = { media: Media; builtDir: string; headers: Record<string, string> };

export function servePictures(app: FastifyInstance, { media, builtDir, headers }: Options): void {
  app.get<File>('/blogs/:file', (request, reply) => answer(request, reply, (file) => media.read('blogs', file)));
  app.get<File>('/pictures/:file', (request, reply) =>
    answer(request, reply, (file) => readFile(join(builtDir, file)).catch(() => undefined)),
  );

  async function answer(
    request: FastifyRequest<File>,
    reply: FastifyReply,
    read: (file: string) => Promise<Buffer | undefined>,
  ) {
    const { file } = request.params;
    const body = PICTURE_NAME.test(file) ? await read(file) : undefined;
    if (!body) return reply.callNotFound();
    reply.hijack();
    sendAnswer(request.raw, reply.raw, answerOf({ body, headers: { ...headers, ...forEver(file) } }));
  }
}

type File = { Params: { file: string } };

const PICTURE_NAME = /^[\w-]+\.(jpg|webp|avif)$/;
