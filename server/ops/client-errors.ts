// Pages that failed in a browser, written to the log. Anyone can call this, so it is rate-limited and trusts nothing.
import type { FastifyBaseLogger } from 'fastify';
import { type Route, route } from '#server/http/route.ts';
import type { Attempt } from '#server/rate-limits/rate-limits.ts';

const perAddress = { name: 'client errors by address', max: 10, minutes: 10 };
const perShop = { name: 'client errors', max: 200, minutes: 60 };

type Deps = { log: FastifyBaseLogger; rateLimits: { consume(...attempts: Attempt[]): Promise<void> } };

export function clientErrorRoutes({ log, rateLimits }: Deps): Route[] {
  return [
    route('POST /api/client-errors', async ({ body, address }) => {
      await rateLimits.consume({ rule: perAddress, who: address }, { rule: perShop, who: 'all' });
      const { route: pattern, type, message, build } = body;
      log.warn({ route: maskPersonal(pattern), type, message: maskPersonal(message), build }, PAGE_FAILED);
      return { message: 'Reported.' };
    }),
  ];
}

/** Documented in docs/operating.md. */
const PAGE_FAILED = 'A page failed in a browser.';

/** Error messages can quote what they stumbled over: a JSON error quotes the response, a URL error the link. */
export function maskPersonal(text: string): string {
  return text
    .replace(/\S+@\S+/g, '…')
    .replace(/(["'`]).{25,}\1/gs, '$1…$1')
    .replace(/[?#]\S+/g, '…')
    .replace(/\d[\d\s().-]{4,}\d/g, '…');
}
