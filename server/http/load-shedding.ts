// The gate of the shop: lets in as many requests at a time as it can look after, and asks the others to come again.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, RouteHandlerMethod } from 'fastify';
import { serverBusy } from '#server/http-errors.ts';

export type LoadShedder = ReturnType<typeof createLoadShedder>;

/** Orders under way are answered within a second or two then, on either database. */
const MAX_IN_FLIGHT = 250;
const LOG_INTERVAL_MS = 5000;

/** What is answered however busy it is: who watches the shop must see it, and the card provider must be heard. */
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
    /** Everybody is still let in, and told that it is their last time here. */
    startDraining() {
      draining = true;
    },
    isDraining: () => draining,
  };

  /** All routes that are made after this go through the gate. */
  function install(app: FastifyInstance): void {
    const wrapped = new Set<RouteHandlerMethod>();
    app.addHook('onRoute', (route) => {
      const { handler } = route;
      // The HEAD of a GET brings its handler, which has been here.
      if (exemptPaths.includes(route.url) || wrapped.has(handler)) return;
      route.handler = function (request, reply) {
        return run(async () => handler.call(this, request, reply));
      };
      wrapped.add(route.handler);
    });
  }

  /** What is let in is done to its end; what is not has changed nothing. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (inFlight >= MAX_IN_FLIGHT) {
      rejected += 1;
      logOccasionally();
      throw serverBusy();
    }
    inFlight += 1;
    try {
      // Whoever has come is counted before the first is served: SQLite and React never give way, and the count would stay at one
      // while hundreds wait unread.
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
    log.warn({ inFlight, rejected }, 'Too busy: requests are asked to come again.');
  }
}
