// The web server around the routes: limits, timeouts, headers, logs, and the short way for kept answers.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Answer, sendAnswer } from './cached-response.ts';
import { answerErrors, type TroublePage } from './error-handler.ts';
import type { Gate } from './load-shedding.ts';
import { acceptForms } from './multipart.ts';

export type Intercept = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** How many answers have gone out: kept ones, and those made anew by the first digit of their status. */
export type Sent = { kept: number; made: Record<string, number> };

type Options = {
  log: FastifyBaseLogger;
  trustProxy: number;
  /** Carried by every answer that does not bring its own. */
  headers: Record<string, string>;
  /** Finds the kept answer to a GET or HEAD of exactly this URL. */
  kept(url: string): Answer | undefined;
  troublePage: TroublePage;
  intercept: Intercept | undefined;
  sent: Sent;
  gate: Gate;
  /** For tests: nobody waits a minute there. */
  patience?: typeof usualPatience;
};

// Slow senders give up their connection.
const usualPatience = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** A connection on which nothing moves, in either direction, is closed. It outlasts the keep-alive of the usual proxies. */
  silence: 75_000,
};
const BODY_LIMIT = 256 * 1024;
const MAX_CONNECTIONS = 2000;
/**
 * No part of an address is longer: Node refuses the headers then. The schemas say how long it may be; the router's own refusal
 * has neither our headers nor our words.
 */
const LONGEST_ADDRESS = 16 * 1024;

export async function createHttpServer({
  log,
  trustProxy,
  headers,
  kept,
  troublePage,
  intercept,
  sent,
  gate,
  patience = usualPatience,
}: Options): Promise<FastifyInstance> {
  const servers: Server[] = [];
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < trustProxy,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: LONGEST_ADDRESS },
    return503OnClosing: false,
    clientErrorHandler,
    rewriteUrl: readableUrl,
    serverFactory(handler) {
      const { silence, ...timeouts } = patience;
      // Silence ends a kept connection too: Node's own timer for it would be set and unset around every request.
      const server = createServer(
        { ...timeouts, keepAliveTimeout: 0, requireHostHeader: false },
        (request, response) => {
          // Then the proxy does not send its next request on a connection that is about to go.
          if (gate.isClosing()) response.shouldKeepAlive = false;
          if (sentKept(request, response)) return;
          if (intercept) intercept(request, response, () => handler(request, response));
          else handler(request, response);
        },
      );
      server.maxConnections = MAX_CONNECTIONS;
      server.timeout = silence;
      server.on('checkExpectation', (_, response) => response.writeHead(417, headers).end());
      servers.push(server);
      return server;
    },
  });

  // Nothing here is sent as plain text.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const kind = `${Math.floor(reply.statusCode / 100)}xx`;
    sent.made[kind] = (sent.made[kind] ?? 0) + 1;
    // The gate says it for all of them now and then.
    if (reply.statusCode === 503 && reply.hasHeader('retry-after')) return;
    const [path] = request.url.split('?');
    request.log.info({ method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  // A connection that was busy when closing began is idle a moment later and would be waited for.
  let closing: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    closing = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, 20);
  });
  app.addHook('onClose', async () => clearInterval(closing));
  gate.guard(app);
  answerErrors(app, troublePage);
  await acceptForms(app);
  return app;

  function sentKept(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const answer = kept(request.url ?? '');
    if (!answer) return false;
    sendAnswer(request, response, answer);
    sent.kept += 1;
    return true;
  }

  function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const status = rawStatuses[error.code ?? ''] ?? '400 Bad Request';
    const body = JSON.stringify({ message: `${status.slice(4)}.` });
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  }
}

/** A path, the star of OPTIONS, or an address with a host, as proxies send it. */
const isAddress = (url: string) =>
  url.startsWith('/') || url === '*' || (/^https?:\/\/[^/]+\//.test(url) && URL.canParse(url));

/** An address that is none, or with a broken escape, leads nowhere; it goes the way of all such addresses. */
function readableUrl({ url = '/' }: IncomingMessage): string {
  if (!isAddress(url)) return '/unreadable';
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return url;
  } catch {
    return url.startsWith('/api/') ? '/api/unreadable' : '/unreadable';
  }
}

const rawStatuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};
