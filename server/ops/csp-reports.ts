// Browsers report here what the Content-Security-Policy blocked: a script someone planted, or one we added and forgot to allow.
// Anyone can send a report, so little of it is believed, less is logged, and nothing is stored.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientSubnet } from '#server/http/client-subnet.ts';
import { pathForLog } from '#server/http/path-for-log.ts';
import { readBody } from '#server/http/read-body.ts';
import { CSP_REPORT_PATH } from '#server/http/security-headers.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';

const MAX_BYTES = 8 * 1024;
const MAX_REPORTS = 10;
const perAddress: RateLimit = { name: 'policy reports from an address', max: 20, minutes: 60 };
const perShop: RateLimit = { name: 'policy reports', max: 500, minutes: 60 };

const text = z.string().max(2000).catch('');
/** `report-uri`: one report, with the names of the first specification. */
const Legacy = z
  .object({
    'csp-report': z.object({ 'document-uri': text, 'blocked-uri': text, 'effective-directive': text }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      document: report['document-uri'],
      blocked: report['blocked-uri'],
      directive: report['effective-directive'],
    },
  ]);
/** `report-to`: a list, possibly with reports of other types. */
const Current = z
  .array(
    z.object({
      type: text,
      body: z.object({ documentURL: text, blockedURL: text, effectiveDirective: text }).partial(),
    }),
  )
  .max(MAX_REPORTS)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({
        document: body.documentURL ?? '',
        blocked: body.blockedURL ?? '',
        directive: body.effectiveDirective ?? '',
      })),
  );
const Reports = z.union([Current, Legacy]);

export async function mountCspReports(app: FastifyInstance, { rateLimits }: { rateLimits: RateLimits }): Promise<void> {
  // Its own scope: reports have content types of their own.
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      (request: FastifyRequest, payload: IncomingMessage) =>
        readBody(payload, MAX_BYTES, request.headers['content-length']),
    );
    scope.post(CSP_REPORT_PATH, async (request, reply) => {
      await rateLimits.consume({ rule: perAddress, who: clientSubnet(request.ip) }, { rule: perShop, who: 'everyone' });
      for (const report of parse(request.body))
        request.log.warn(withoutDetails(report), 'A page was blocked from loading something.');
      return reply.code(204).send();
    });
    done();
  });
}

type Report = { document: string; blocked: string; directive: string };

function parse(body: unknown): Report[] {
  try {
    return Reports.parse(JSON.parse(String(body)));
  } catch {
    return [];
  }
}

/** The page's path without query, fragment or token, which open orders and previews; of a URL only its origin. */
function withoutDetails({ document, blocked, directive }: Report): Report {
  return {
    document: URL.canParse(document) ? pathForLog(new URL(document).pathname).slice(0, 100) : '',
    blocked: URL.canParse(blocked) ? originOf(new URL(blocked)) : keyword(blocked),
    directive: keyword(directive),
  };
}

/** `data:` and the like have no origin. */
const originOf = ({ origin, protocol }: URL) => (origin === 'null' ? protocol : origin).slice(0, 100);
/** inline, eval, script-src-elem and the like. */
const keyword = (value: string) => (/^[a-z-]{1,40}$/.test(value) ? value : '');
