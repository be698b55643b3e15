// The gate of the shop: lets in as many requests at a time as it can look after, and asks the others to come again.
import { setImmediate as everybodyAtTheGate } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, RouteHandlerMethod } from 'fastify';
import { busy } from '#server/http-errors.ts';

export type Gate = ReturnType<typeof createGate>;

/** Orders under way are answered within a second or two then, on either database. */
const MOST_UNDER_WAY = 250;
const SAY_EVERY_MS = 5000;

/** What is answered however busy it is: who watches the shop must see it, and the card provider must be heard. */
const alwaysOpen = ['/livez', '/healthz', '/metrics', '/api/webhooks/square'];

export function createGate(log: FastifyBaseLogger) {
  let underWay = 0;
  let refused = 0;
  let closing = false;
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    guard,
    through,
    underWay: () => underWay,
    refused: () => refused,
    /** Everybody is still let in, and told that it is their last time here. */
    close() {
      closing = true;
    },
    isClosing: () => closing,
  };

  /** All routes that are made after this go through the gate. */
  function guard(app: FastifyInstance): void {
    const guarded = new Set<RouteHandlerMethod>();
    app.addHook('onRoute', (route) => {
      const { handler } = route;
      // The HEAD of a GET brings its handler, which has been here.
      if (alwaysOpen.includes(route.url) || guarded.has(handler)) return;
      route.handler = function (request, reply) {
        return through(async () => handler.call(this, request, reply));
      };
      guarded.add(route.handler);
    });
  }

  /** What is let in is done to its end; what is not has changed nothing. */
  async function through<T>(work: () => Promise<T>): Promise<T> {
    if (underWay >= MOST_UNDER_WAY) {
      refused += 1;
      sayNowAndThen();
      throw busy();
    }
    underWay += 1;
    try {
      // Whoever has come is counted before the first is served: SQLite and React never give way, and the count would stay at one
      // while hundreds wait unread.
      await everybodyAtTheGate();
      return await work();
    } finally {
      underWay -= 1;
    }
  }

  function sayNowAndThen(): void {
    const now = performance.now();
    if (now - saidAt < SAY_EVERY_MS) return;
    saidAt = now;
    log.warn({ underWay, refused }, 'Too busy: requests are asked to come again.');
  }
}
