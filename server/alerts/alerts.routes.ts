import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { alertPath } from '#contracts/alert-path.ts';
import { readBody } from '#server/http/read-body.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Newsletters } from './newsletters.ts';
import type { Subscriptions } from './subscriptions.ts';

type Deps = { subscriptions: Subscriptions; newsletters: Newsletters };

export const alertRoutes = ({ subscriptions, newsletters }: Deps): Route[] => [
  route('POST /api/alerts', ({ body, address }) => subscriptions.ask(body, address)),
  route('GET /api/alerts/:token', ({ params }) => subscriptions.find(params.token)),
  route('POST /api/alerts/:token/confirmation', ({ params }) => subscriptions.confirm(params.token)),
  route('DELETE /api/alerts/:token', ({ params }) => subscriptions.stop(params.token)),
  route('GET /api/newsletters/:id', ({ params }) => newsletters.find(params.id)),
  route('POST /api/newsletters/:id', ({ params, actor }) => newsletters.start(params.id, actor)),
];

const MAX_BYTES = 4 * 1024;

/** Posts to the page of a subscription: the button of a mail program (RFC 8058), and the page's own form without script. */
export async function mountAlertForms(app: FastifyInstance, subscriptions: Subscriptions): Promise<void> {
  // Its own scope: nowhere else are forms of these types accepted.
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, MAX_BYTES, request.headers['content-length']),
    );
    scope.post<{ Querystring: { key?: string } }>('/alerts', async (request, reply) => {
      const token = String(request.query.key ?? '');
      const sent = String(request.body ?? '');
      if (isOneClick(sent)) {
        await subscriptions.stop(token);
        // Mail programs do not follow redirects.
        return reply.type('text/plain').send('You get no more of these emails.\n');
      }
      if (sent === 'do=confirm') await subscriptions.confirm(token);
      if (sent === 'do=stop') await subscriptions.stop(token);
      return reply.redirect(alertPath(encodeURIComponent(token)), 303);
    });
    done();
  });
}

/** `List-Unsubscribe=One-Click`, URL-encoded or as multipart. */
const isOneClick = (sent: string) => /List-Unsubscribe[\s\S]{1,200}One-Click/.test(sent);
