// Downloads of a lot for brewing software.
import type { FastifyInstance } from 'fastify';
import { pagePaths } from '#contracts/page-paths.ts';
import { buildCompressedResponse, sendCachedResponse } from '#server/http/cached-response.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import { HttpError } from '#server/http-errors.ts';
import { toBeerJson, toBeerXml } from './hop-files.ts';
import type { LotPages } from './lot-pages.ts';

type Options = {
  lotPages: LotPages;
  cache: ResponseCache;
  headers: Record<string, string>;
  farm(): { brand: string };
};

const files = {
  'hop.xml': { type: 'application/xml; charset=utf-8', write: toBeerXml },
  'hop.json': { type: 'application/json; charset=utf-8', write: toBeerJson },
};

export function mountHopFiles(app: FastifyInstance, { lotPages, cache, headers, farm }: Options): void {
  for (const [name, { type, write }] of Object.entries(files)) {
    app.get<{ Params: { number: string } }>(`/lots/:number/${name}`, async (request, reply) => {
      const { number } = request.params;
      const found = await lotPages.find(number).catch((error) => {
        if (error instanceof HttpError && error.status === 404) return undefined;
        throw error;
      });
      if (!found) return reply.callNotFound();
      const { data: lots } = found;
      const fileName = `${lots[0]?.product.slug} lot ${number} ${name}`.replaceAll(/[^\w. -]/g, '-');
      // One entry per lot, however its number is written.
      const response = await cache.getOrCreate(`${pagePaths.lot(number)}/${name}`, ['products'], async () => ({
        response: await buildCompressedResponse({
          cacheable: true,
          body: write({ lots, brand: farm().brand }),
          headers: {
            ...headers,
            'content-type': type,
            'cache-control': 'no-cache',
            'content-disposition': `attachment; filename="${fileName}"`,
          },
        }),
        cacheable: true,
      }));
      reply.hijack();
      sendCachedResponse(request.raw, reply.raw, response);
    });
  }
}
