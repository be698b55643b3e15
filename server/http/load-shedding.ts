// Load shedding: serves a limited number of requests at a time and rejects the rest with 503 and Retry-After.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, RouteHandlerMethod } from 'fastify';
import { serverBusy } from '#server/http-errors.ts';

export type LoadShedder = ReturnType<typeof createLoadShedder>;

/** At this limit, orders still finish within a second or two on either database. */
const MAX_IN_FLIGHT = 250;
const LOG_INTERVAL_MS = 5000;

/** Served no matter how busy it is: monitoring must see the shop, and the card provider's webhooks must get through. */
const exemptPaths = ['/livez', '/healthz', '/metrics', '/api/webhooks/square'];

export function createLoadShedder(log: FastifyBaseLogger) {
  let inFlight = 0;
  let rejected = 0;
  let draining = false;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    install,
    run,
    inFlight: () => inFlight,
    rejected: () => rejected,
    /** Keeps serving, but closes connections after each response. */
    startDraining() {
      draining = true;
    },
    isDraining: () => draining,
  };

  /** Wraps every route registered after this. */
  function install(app: FastifyInstance): void {
    const wrapped = new Set<RouteHandlerMethod>();
    app.addHook('onRoute', (route) => {
      const { handler } = route;
      // Fastify reuses the wrapped GET handler for HEAD.
      if (exemptPaths.includes(route.url) || wrapped.has(handler)) return;
      route.handler = function (request, reply) {
        return run(async () => handler.call(this, request, reply));
      };
      wrapped.add(route.handler);
    });
  }

  /** Admitted work always runs to completion; rejected work has changed nothing. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (inFlight >= MAX_IN_FLIGHT) {
      rejected += 1;
      logOccasionally();
      throw serverBusy();
    }
    inFlight += 1;
    try {
      // Yield first so that queued requests are counted; SQLite and React block the event loop.
      await yieldToEventLoop();
      return await work();
    } finally {
      inFlight -= 1;
    }
  }

  function logOccasionally(): void {
    const now = performance.now();
    if (now - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = now;
    log.warn({ inFlight, rejected }, 'Too busy: rejecting requests.');
  }
}
