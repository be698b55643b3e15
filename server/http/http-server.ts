// The HTTP server around the routes: limits, timeouts, headers, logs, and the fast path for cached responses.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type CachedResponse, sendCachedResponse } from './cached-response.ts';
import { type ErrorPage, handleErrors } from './error-handler.ts';
import type { LoadShedder } from './load-shedding.ts';
import { registerMultipart } from './multipart.ts';
import { pathForLog } from './path-for-log.ts';
import { JSON_MAX_BYTES, registerJsonBodies } from './read-body.ts';

export type Intercept = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Responses sent: cached ones, and rendered ones by status class. */
export type ResponseCounts = { cached: number; rendered: Record<string, number> };

type Options = {
  log: FastifyBaseLogger;
  trustProxy: number;
  /** Sent with every response that does not set its own. */
  headers: Record<string, string>;
  /** Looks up the cached response for a GET or HEAD of exactly this URL. */
  findCached(url: string): CachedResponse | undefined;
  errorPage: ErrorPage;
  intercept: Intercept | undefined;
  counts: ResponseCounts;
  loadShedder: LoadShedder;
  /** Shortened in tests. */
  timeouts?: typeof defaultTimeouts;
};

// Slow clients lose their connection.
const defaultTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** Closes connections with no traffic in either direction. Longer than the keep-alive of common proxies. */
  idle: 75_000,
};
const MAX_CONNECTIONS = 2000;
/**
 * Nothing longer gets here: Node rejects the headers first. The schemas set the real limits; the router's own error would
 * have neither our headers nor our texts.
 */
const MAX_PARAM_LENGTH = 16 * 1024;

export async function createHttpServer({
  log,
  trustProxy,
  headers,
  findCached,
  errorPage,
  intercept,
  counts,
  loadShedder,
  timeouts = defaultTimeouts,
}: Options): Promise<FastifyInstance> {
  const servers: Server[] = [];
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < trustProxy,
    bodyLimit: JSON_MAX_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    return503OnClosing: false,
    clientErrorHandler,
    rewriteUrl: normalizeUrl,
    serverFactory(handler) {
      const { idle, ...nodeTimeouts } = timeouts;
      // `server.timeout` covers keep-alive too: Node's keep-alive timer would be set and cleared around every request.
      const server = createServer(
        { ...nodeTimeouts, keepAliveTimeout: 0, requireHostHeader: false },
        (request, response) => {
          // Tell the proxy not to reuse a connection that is about to close.
          if (loadShedder.isDraining()) response.shouldKeepAlive = false;
          if (sendIfCached(request, response)) return;
          if (intercept) intercept(request, response, () => handler(request, response));
          else handler(request, response);
        },
      );
      server.maxConnections = MAX_CONNECTIONS;
      server.timeout = idle;
      server.on('checkExpectation', (_, response) => response.writeHead(417, headers).end());
      servers.push(server);
      return server;
    },
  });

  // No endpoint accepts plain text.
  app.removeContentTypeParser('text/plain');
  registerJsonBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const kind = `${Math.floor(reply.statusCode / 100)}xx`;
    counts.rendered[kind] = (counts.rendered[kind] ?? 0) + 1;
    // The load shedder logs these in batches.
    if (reply.statusCode === 503 && reply.hasHeader('retry-after')) return;
    const path = pathForLog(request.url);
    request.log.info({ method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  // A connection that was busy when closing began goes idle later, and `close` would wait for it.
  let closing: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    closing = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, 20);
  });
  app.addHook('onClose', async () => clearInterval(closing));
  loadShedder.install(app);
  handleErrors(app, errorPage);
  await registerMultipart(app);
  return app;

  function sendIfCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const cached = findCached(request.url ?? '');
    if (!cached) return false;
    sendCachedResponse(request, response, cached);
    counts.cached += 1;
    return true;
  }

  function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const status = statusLines[error.code ?? ''] ?? '400 Bad Request';
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

/** A path, the `*` of OPTIONS, or an absolute URL as proxies send it. */
const isRequestTarget = (url: string) =>
  url.startsWith('/') || url === '*' || (/^https?:\/\/[^/]+\//.test(url) && URL.canParse(url));

/** Routes malformed URLs and bad percent-escapes to a path that does not exist, so they get the usual 404. */
function normalizeUrl({ url = '/' }: IncomingMessage): string {
  if (!isRequestTarget(url)) return '/unreadable';
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return url;
  } catch {
    return url.startsWith('/api/') ? '/api/unreadable' : '/unreadable';
  }
}

const statusLines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};
