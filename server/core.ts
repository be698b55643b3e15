// What every feature builds on: the HTTP server, caches, jobs, email, uploads, rate limits and the audit log.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAudit } from '#server/audit/audit.ts';
import { providerHosts } from '#server/charges/providers/client-config.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { Database } from '#server/database/database.ts';
import { milesFromZip } from '#server/delivery/delivery-areas.ts';
import { createHttpServer, type ResponseCounts } from '#server/http/http-server.ts';
import { createLoadShedder } from '#server/http/load-shedding.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { drawOnce, findInvoiceFile } from '#server/invoices/invoice-files.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createOutbox } from '#server/mail/mail.ts';
import { fileTransport, senderFrom, smtpTransport } from '#server/mail/mail-transport.ts';
import { createStorage } from '#server/media/create-storage.ts';
import { createMedia } from '#server/media/media.ts';
import { watchStorage } from '#server/media/storage-outage.ts';
import type { WebBuild } from '#server/pages/build-manifest.ts';
import { errorDocument } from '#server/pages/document.ts';
import { expireOnNewDay } from '#server/pages/expire-on-new-day.ts';
import { logoPaths } from '#server/pages/logo-svg.ts';
import { drawInvoice } from '#server/pdf/invoice-pdf.ts';
import { createRateLimits } from '#server/rate-limits/rate-limits.ts';
import { createSettings, SETTINGS_JOB } from '#server/settings/settings.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';

const CACHE_BYTES = 32 * 1024 * 1024;
const PICTURE_CACHE_BYTES = 12 * 1024 * 1024;

export type CoreDeps = { config: Config; database: Database; web: WebBuild; log: FastifyBaseLogger; now: Clock };

export type Core = Awaited<ReturnType<typeof createCore>>;

export async function createCore({ config, database, web, log, now }: CoreDeps) {
  const report = (error: Error, what: string) => log.error({ err: error }, what);
  const isDevelopment = web.intercept !== undefined;
  const headers = {
    data: securityHeaders('data', config.live),
    admin: securityHeaders(isDevelopment ? 'development' : 'admin', config.live),
    page: (style?: string) =>
      securityHeaders(isDevelopment ? 'development' : 'site', config.live, { ...providerHosts(config), style }),
  };
  const audit = createAudit({ database, now });
  const cache = createResponseCache(isDevelopment ? 0 : CACHE_BYTES);
  const pictureCache = createResponseCache(PICTURE_CACHE_BYTES);
  database.onChange(cache.invalidate);
  database.onChange(pictureCache.invalidate);
  expireOnNewDay(cache, now);
  const jobs = createJobs([], report);
  // Every page shows some of the settings.
  const onChange = () => cache.invalidate(ALL_TAGS);
  const settings = createSettings({
    database,
    audit,
    now,
    milesFromZip,
    keepPicture: (tx, name) => media.keepPicture(tx, name),
    jobs,
    onChange,
  });
  jobs.add({ name: SETTINGS_JOB, seconds: 1, run: settings.loadChanged });
  const farm = () => settings.current().farm;

  const counts: ResponseCounts = { cached: 0, rendered: {} };
  const loadShedder = createLoadShedder(log);
  const http = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    headers: headers.data,
    intercept: web.intercept,
    counts,
    loadShedder,
    findCached: (url) => cache.get(url) ?? web.files.get(url) ?? pictureCache.get(url),
    errorPage: (message, requestId) => errorDocument(farm().brand, message, requestId),
  });
  const siteUrl = () => config.siteUrl ?? `http://localhost:${portOf(http) ?? config.port}`;

  // On a disk only single files fail, or all writes when it is full, which has its own response.
  const objectStorage = config.s3 && watchStorage(createStorage(config), report);
  const media = createMedia({ storage: objectStorage ?? createStorage(config), built: web.pictures, database, now });
  const from = () => senderFrom(config.mail.from ?? farm().email, farm().brand);
  const transport = config.mail.smtpUrl ? smtpTransport({ ...config.mail, from }) : fileTransport(config.dataDir, from);
  const draw = drawOnce((sheet, issuedOn) => drawInvoice(sheet, { issuedOn, logo: logoPaths }));
  const attach = (number: number) => findInvoiceFile(database.db, number, draw);
  const outbox = createOutbox({ database, transport, now, farm, attach, report });
  jobs.add({ name: 'mail', seconds: 5, run: outbox.deliverDue });
  const rateLimits = createRateLimits({ database, now, on: config.limits });
  /** Features add what they want to have removed once an hour. */
  const cleanUps = [outbox.cleanUp, rateLimits.cleanUp];
  jobs.add({ name: 'clean-up', seconds: 3600, run: () => runEach(cleanUps) });

  return {
    config,
    database,
    web,
    now,
    log,
    report,
    headers,
    cache,
    pictureCache,
    counts,
    loadShedder,
    http,
    siteUrl,
    settings,
    farm,
    /** For emails. */
    sender: () => ({ siteUrl: siteUrl(), farm: farm(), takesCards: config.payments !== 'off' }),
    jobs,
    cleanUps,
    media,
    objectStorage,
    drawInvoice: draw,
    outbox,
    rateLimits,
    audit,
  };
}

async function runEach(tasks: (() => Promise<void>)[]): Promise<void> {
  for (const task of tasks) await task();
}

function portOf(http: FastifyInstance): number | undefined {
  const [address] = http.addresses();
  return typeof address === 'object' ? address.port : undefined;
}
