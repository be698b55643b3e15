// The composition root: makes each feature from what it needs and mounts its routes.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { farm } from '#content/farm.ts';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { sampleLots } from '#content/sample-lots.ts';
import { farmYear } from '#contracts/dates.ts';
import { accountRoutes } from '#server/accounts/accounts.routes.ts';
import { createAccounts } from '#server/accounts/accounts.ts';
import { createPasswordResets } from '#server/accounts/password-resets.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { createTwoFactor } from '#server/accounts/two-factor.ts';
import { createPasswordVerifier } from '#server/accounts/verify-password.ts';
import { auditRoutes } from '#server/audit/audit.routes.ts';
import { createAudit } from '#server/audit/audit.ts';
import { blogRoutes } from '#server/blog/blog.routes.ts';
import { createBlog } from '#server/blog/blog.ts';
import { catalogRoutes } from '#server/catalog/catalog.routes.ts';
import { createCatalog } from '#server/catalog/catalog.ts';
import { lotRoutes } from '#server/catalog/lots.routes.ts';
import { createLots } from '#server/catalog/lots.ts';
import * as stock from '#server/catalog/stock.store.ts';
import type { Database } from '#server/database/database.ts';
import { seedOnce } from '#server/database/seed.store.ts';
import { deliveryRoutes } from '#server/delivery/delivery.routes.ts';
import { createDeliveryAreas } from '#server/delivery/delivery-areas.ts';
import { createHttpServer, type ResponseCounts } from '#server/http/http-server.ts';
import { createLoadShedder } from '#server/http/load-shedding.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import { mountRoutes } from '#server/http/route.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { listUnsent } from '#server/mail/mail.store.ts';
import { createOutbox } from '#server/mail/mail.ts';
import { fileTransport, smtpTransport } from '#server/mail/mail-transport.ts';
import { mountCertificates } from '#server/media/certificates.routes.ts';
import { createStorage } from '#server/media/create-storage.ts';
import { createMedia } from '#server/media/media.ts';
import { mountPictures } from '#server/media/pictures.routes.ts';
import { mountApiDocs } from '#server/ops/api-docs.ts';
import { mountHealth } from '#server/ops/health.ts';
import { mountMetrics } from '#server/ops/metrics.ts';
import { mountOrdersCsv } from '#server/orders/export/orders-csv.routes.ts';
import { mountRecallSheet } from '#server/orders/export/recall-sheet.ts';
import { createIndexMaintenance } from '#server/orders/index/index-maintenance.ts';
import { createOrderSearch } from '#server/orders/index/order-search.ts';
import * as searchTerms from '#server/orders/index/search-terms.store.ts';
import * as totals from '#server/orders/index/totals.store.ts';
import { orderRoutes } from '#server/orders/orders.routes.ts';
import { createOrders } from '#server/orders/orders.ts';
import { createCheckout } from '#server/orders/payment/checkout.ts';
import { createOrderTransitions } from '#server/orders/payment/order-transitions.ts';
import { createReconciler } from '#server/orders/payment/reconciler.ts';
import { createRefunds } from '#server/orders/payment/refunds.ts';
import { createShopId } from '#server/orders/payment/shop-id.ts';
import type { WebBuild } from '#server/pages/build-manifest.ts';
import { errorDocument } from '#server/pages/document.ts';
import { expireOnNewYear } from '#server/pages/expire-on-new-year.ts';
import { mountPages } from '#server/pages/pages.ts';
import { mountSeo } from '#server/pages/seo.ts';
import { clientPaymentConfig, providerHosts } from '#server/payments/client-config.ts';
import { demoProvider } from '#server/payments/demo.ts';
import { squareProvider } from '#server/payments/square.ts';
import { mountSquareWebhook } from '#server/payments/webhook.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { createRateLimits } from '#server/rate-limits/rate-limits.ts';
import { createDashboard } from '#server/reports/dashboard.ts';
import { reportRoutes } from '#server/reports/reports.routes.ts';
import { createSales } from '#server/reports/sales.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';

const CACHE_BYTES = 32 * 1024 * 1024;
const PICTURE_CACHE_BYTES = 12 * 1024 * 1024;

type Parts = { config: Config; database: Database; web: WebBuild; log: FastifyBaseLogger; now: Clock };

export type App = {
  http: FastifyInstance;
  /** Fills an empty shop; answers with the first admin's password if it had to invent one. */
  open(): Promise<{ email: string; password: string } | undefined>;
  /** Where the shop is found from outside; known at the latest when it listens. */
  siteUrl(): string;
  jobs: Jobs;
  /** Says that it is about to close, and goes on serving. */
  drain(): void;
  /** When the payments under way have their answer. */
  waitForPayments(): Promise<void>;
};

export async function createApp({ config, database, web, log, now }: Parts): Promise<App> {
  const pageHeaders = (style?: string) =>
    securityHeaders(web.intercept ? 'development' : 'site', config.live, { ...providerHosts(config), style });
  const adminHeaders = securityHeaders(web.intercept ? 'development' : 'admin', config.live);
  const dataHeaders = securityHeaders('data', config.live);
  const cache = createResponseCache(web.intercept ? 0 : CACHE_BYTES);
  const pictures = createResponseCache(PICTURE_CACHE_BYTES);
  database.onChange(cache.invalidate);
  expireOnNewYear(cache, now);

  const media = createMedia({
    storage: createStorage(config),
    built: web.pictures,
  });
  const report = (error: Error, what: string) => log.error({ err: error }, what);
  const outbox = createOutbox({
    database,
    transport: config.mail.smtpUrl
      ? smtpTransport(config.mail)
      : fileTransport(config.dataDir, config.mail.from ?? farm.email),
    now,
    report,
  });
  const rateLimits = createRateLimits({ database, now, on: config.limits });
  const audit = createAudit({ database, now });
  const sessions = createSessions({ database, audit, now });
  const verifyPassword = createPasswordVerifier({ database, rateLimits });
  const twoFactor = createTwoFactor({ database, rateLimits, verifyPassword, audit, now });
  const accounts = createAccounts({
    database,
    sessions,
    verifyPassword,
    twoFactor,
    rateLimits,
    outbox,
    audit,
    now,
    siteUrl,
  });
  const resets = createPasswordResets({ database, rateLimits, outbox, audit, now, siteUrl });
  const catalog = createCatalog({ database, media, audit, now });
  const lots = createLots({ database, media, audit, now });
  const blog = createBlog({ database, media, audit, now });
  const provider = createProvider(config, report);
  const shopId = createShopId(database);
  const transitions = createOrderTransitions({ stock, outbox: outbox, now, siteUrl });
  const checkout = createCheckout({ database, provider, transitions, stock, limits: rateLimits, now, shopId, report });
  const refunds = createRefunds({ database, provider, transitions, outbox: outbox, audit, now, siteUrl });
  const reconciler = createReconciler({ database, provider, transitions, refunds, now, shopId, report });
  const onPaymentAbandoned = () => jobs.trigger('payments');
  const orders = createOrders({
    database,
    transitions,
    refunds,
    outbox: outbox,
    audit,
    now,
    siteUrl,
    onPaymentAbandoned,
  });
  const privacy = createPrivacy({ database, searchTerms, now, keepGuestDays: config.keepGuestDays });
  const dashboard = createDashboard({ database, totals, now });
  const books = createIndexMaintenance({ database, now });
  const sales = createSales({ database, totals, now });
  const routes = [
    ...accountRoutes({ accounts, resets, sessions, twoFactor }),
    ...auditRoutes(audit),
    ...catalogRoutes(catalog),
    ...lotRoutes(lots),
    ...deliveryRoutes(createDeliveryAreas()),
    ...orderRoutes(orders, createOrderSearch({ database }), checkout),
    ...reportRoutes(dashboard, sales),
    ...blogRoutes(blog),
  ];

  const counts: ResponseCounts = { cached: 0, rendered: {} };
  const loadShedder = createLoadShedder(log);
  const http = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    headers: dataHeaders,
    intercept: web.intercept,
    counts,
    loadShedder,
    findCached: (url) => cache.get(url) ?? web.files.get(url) ?? pictures.get(url),
    errorPage: (message, requestId) => errorDocument(farm.brand, message, requestId),
  });
  mountRoutes(http, routes, { authenticate: sessions.authenticate, cache, headers: dataHeaders });
  const signatureKey = config.square?.webhookSignatureKey;
  if (signatureKey) {
    const onEvent = async (eventId: string, paymentId: string) => {
      await reconciler.heard(eventId, paymentId);
      jobs.trigger('payments');
    };
    await mountSquareWebhook(http, { signatureKey, siteUrl, onEvent });
  }
  mountOrdersCsv(http, { db: database.db, authenticate: sessions.authenticate, resolveRange: sales.resolveRange });
  mountRecallSheet(http, { db: database.db, authenticate: sessions.authenticate });
  mountHealth(http, { db: database.db, isClosing: loadShedder.isDraining });
  const countUnsentEmails = async () => (await listUnsent(database.db)).length;
  if (config.metricsToken)
    mountMetrics(http, {
      token: config.metricsToken,
      counts: counts,
      loadShedder: loadShedder,
      dashboard,
      countUnsentEmails,
    });
  mountApiDocs(http, { siteUrl, pageHeaders: pageHeaders(), styles: web.assetsOf('site').styles });
  mountSeo(http, { blog, catalog, cache, headers: dataHeaders, siteUrl });
  mountPictures(http, {
    media,
    cache: pictures,
    builtDir: web.pictures.dir,
    headers: securityHeaders('picture', config.live),
  });
  const payments = clientPaymentConfig(config);
  const clientConfig = () => ({ year: farmYear(now()), payments });
  mountCertificates(http, { media, headers: securityHeaders('file', config.live) });
  mountPages(http, {
    web,
    routes,
    cache,
    headers: pageHeaders,
    adminHeaders,
    siteUrl,
    clientConfig,
    loadShedder: loadShedder,
  });

  const jobs = createJobs(
    [
      { name: 'mail', seconds: 5, run: outbox.deliverDue },
      { name: 'payments', seconds: 15, run: reconciler.settle },
      { name: 'marks', seconds: 60, run: books.addAnchors },
      { name: 'sweep', seconds: 30, run: reconciler.sweep },
      {
        name: 'tidy',
        seconds: 3600,
        async run() {
          for (const each of [sessions, rateLimits, outbox]) await each.cleanUp();
          await reconciler.tidy();
          await books.compactTotals();
          await privacy.anonymizeOldGuests();
        },
      },
    ],
    report,
  );

  return { http, open, siteUrl, jobs, drain: loadShedder.startDraining, waitForPayments: checkout.settled };

  function siteUrl(): string {
    return config.siteUrl ?? `http://localhost:${portOf(http) ?? config.port}`;
  }

  async function open() {
    await books.ensureIndexed();
    await seedOnce(database, async () => {
      const posts = await Promise.all(
        firstPosts.map(async (post) => ({ ...post, image_url: await media.adoptBuiltPicture(post.picture, 'blogs') })),
      );
      const products = await Promise.all(
        firstProducts.map(async (product) => ({
          ...product,
          image_url: await media.adoptBuiltPicture(product.picture, 'products'),
        })),
      );
      return async (tx) => {
        await catalog.seed(tx, products);
        // Not where real orders come in: they would remember lots that nobody harvested.
        if (!config.live) await lots.seed(tx, sampleLots);
        await blog.seed(tx, posts);
      };
    });
    return accounts.ensureAdmin(config.admin);
  }
}

function createProvider({ payments, square }: Config, report: (error: Error, what: string) => void) {
  if (payments === 'square' && square) return squareProvider({ square, report });
  return payments === 'demo' ? demoProvider() : undefined;
}

function portOf(http: FastifyInstance): number | undefined {
  const [address] = http.addresses();
  return typeof address === 'object' ? address.port : undefined;
}
