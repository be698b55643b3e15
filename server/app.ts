// The composition root: makes each feature from what it needs and mounts its routes.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { farm } from '#content/farm.ts';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { sampleLots } from '#content/sample-lots.ts';
import { yearAtTheFarm } from '#contracts/dates.ts';
import { accountRoutes } from '#server/accounts/accounts.routes.ts';
import { createAccounts } from '#server/accounts/accounts.ts';
import { createPasswordResets } from '#server/accounts/password-resets.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { createSecondFactor } from '#server/accounts/two-factor.ts';
import { createPasswordCheck } from '#server/accounts/verify-password.ts';
import { auditRoutes } from '#server/audit/audit.routes.ts';
import { createAudit } from '#server/audit/audit.ts';
import { blogRoutes } from '#server/blog/blog.routes.ts';
import { createBlog } from '#server/blog/blog.ts';
import { catalogueRoutes } from '#server/catalog/catalog.routes.ts';
import { createCatalogue } from '#server/catalog/catalog.ts';
import { lotRoutes } from '#server/catalog/lots.routes.ts';
import { createLots } from '#server/catalog/lots.ts';
import * as stock from '#server/catalog/stock.store.ts';
import type { Database } from '#server/database/database.ts';
import { fillOnce } from '#server/database/seed.store.ts';
import { deliveryRoutes } from '#server/delivery/delivery.routes.ts';
import { createDeliveryAreas } from '#server/delivery/delivery-areas.ts';
import { createHttpServer, type Sent } from '#server/http/http-server.ts';
import { createGate } from '#server/http/load-shedding.ts';
import { createAnswerCache } from '#server/http/response-cache.ts';
import { mount } from '#server/http/route.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { unsent } from '#server/mail/mail.store.ts';
import { createMail } from '#server/mail/mail.ts';
import { folderPostOffice, smtpPostOffice } from '#server/mail/mail-transport.ts';
import { serveCertificates } from '#server/media/certificates.routes.ts';
import { storageFrom } from '#server/media/create-storage.ts';
import { createMedia } from '#server/media/media.ts';
import { servePictures } from '#server/media/pictures.routes.ts';
import { serveApiDocs } from '#server/ops/api-docs.ts';
import { serveHealth } from '#server/ops/health.ts';
import { serveMetrics } from '#server/ops/metrics.ts';
import { serveOrderExport } from '#server/orders/export/orders-csv.routes.ts';
import { serveRecallSheet } from '#server/orders/export/recall-sheet.ts';
import { createBooks } from '#server/orders/index/index-maintenance.ts';
import { createOrderSearch } from '#server/orders/index/order-search.ts';
import * as words from '#server/orders/index/search-terms.store.ts';
import * as totals from '#server/orders/index/totals.store.ts';
import { orderRoutes } from '#server/orders/orders.routes.ts';
import { createOrders } from '#server/orders/orders.ts';
import { createCheckout } from '#server/orders/payment/checkout.ts';
import { createSettlement } from '#server/orders/payment/order-transitions.ts';
import { createReconciler } from '#server/orders/payment/reconciler.ts';
import { createRefunds } from '#server/orders/payment/refunds.ts';
import { createShopId } from '#server/orders/payment/shop-id.ts';
import type { WebBuild } from '#server/pages/build-manifest.ts';
import { troubleDocument } from '#server/pages/document.ts';
import { dropAtNewYear } from '#server/pages/expire-on-new-year.ts';
import { servePages } from '#server/pages/pages.ts';
import { serveFound } from '#server/pages/seo.ts';
import { cardFacts, cardHosts } from '#server/payments/client-config.ts';
import { demoProvider } from '#server/payments/demo.ts';
import { squareProvider } from '#server/payments/square.ts';
import { serveWebhook } from '#server/payments/webhook.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { createLimits } from '#server/rate-limits/rate-limits.ts';
import { createFigures } from '#server/reports/dashboard.ts';
import { figureRoutes } from '#server/reports/reports.routes.ts';
import { createSales } from '#server/reports/sales.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';

const CACHE_BYTES = 32 * 1024 * 1024;
const PICTURE_BYTES = 12 * 1024 * 1024;

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
  settled(): Promise<void>;
};

export async function createApp({ config, database, web, log, now }: Parts): Promise<App> {
  const pageHeaders = (style?: string) =>
    securityHeaders(web.intercept ? 'development' : 'site', config.live, { ...cardHosts(config), style });
  const adminHeaders = securityHeaders(web.intercept ? 'development' : 'admin', config.live);
  const dataHeaders = securityHeaders('data', config.live);
  const cache = createAnswerCache(web.intercept ? 0 : CACHE_BYTES);
  const pictures = createAnswerCache(PICTURE_BYTES);
  database.onChange(cache.drop);
  dropAtNewYear(cache, now);

  const media = createMedia({
    storage: storageFrom(config),
    built: web.pictures,
  });
  const report = (error: Error, what: string) => log.error({ err: error }, what);
  const mail = createMail({
    database,
    postOffice: config.mail.smtpUrl
      ? smtpPostOffice(config.mail)
      : folderPostOffice(config.dataDir, config.mail.from ?? farm.email),
    now,
    report,
  });
  const limits = createLimits({ database, now, on: config.limits });
  const audit = createAudit({ database, now });
  const sessions = createSessions({ database, audit, now });
  const whoseIs = createPasswordCheck({ database, limits });
  const secondFactor = createSecondFactor({ database, limits, whoseIs, audit, now });
  const accounts = createAccounts({ database, sessions, whoseIs, secondFactor, limits, mail, audit, now, siteUrl });
  const resets = createPasswordResets({ database, limits, mail, audit, now, siteUrl });
  const catalogue = createCatalogue({ database, media, audit, now });
  const lots = createLots({ database, media, audit, now });
  const blog = createBlog({ database, media, audit, now });
  const provider = providerFrom(config, report);
  const shopId = createShopId(database);
  const settlement = createSettlement({ stock, mail, now, siteUrl });
  const checkout = createCheckout({ database, provider, settlement, stock, limits, now, shopId, report });
  const refunds = createRefunds({ database, provider, settlement, mail, audit, now, siteUrl });
  const reconciler = createReconciler({ database, provider, settlement, refunds, now, shopId, report });
  const onGivenUp = () => jobs.soon('payments');
  const orders = createOrders({ database, settlement, refunds, mail, audit, now, siteUrl, onGivenUp });
  const privacy = createPrivacy({ database, words, now, keepGuestDays: config.keepGuestDays });
  const figures = createFigures({ database, totals, now });
  const books = createBooks({ database, now });
  const sales = createSales({ database, totals, now });
  const routes = [
    ...accountRoutes({ accounts, resets, sessions, secondFactor }),
    ...auditRoutes(audit),
    ...catalogueRoutes(catalogue),
    ...lotRoutes(lots),
    ...deliveryRoutes(createDeliveryAreas()),
    ...orderRoutes(orders, createOrderSearch({ database }), checkout),
    ...figureRoutes(figures, sales),
    ...blogRoutes(blog),
  ];

  const sent: Sent = { kept: 0, made: {} };
  const gate = createGate(log);
  const http = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    headers: dataHeaders,
    intercept: web.intercept,
    sent,
    gate,
    kept: (url) => cache.get(url) ?? web.files.get(url) ?? pictures.get(url),
    troublePage: (message, requestId) => troubleDocument(farm.brand, message, requestId),
  });
  mount(http, routes, { whoIs: sessions.whoIs, cache, headers: dataHeaders });
  const signatureKey = config.square?.webhookSignatureKey;
  if (signatureKey) {
    const heard = async (eventId: string, paymentId: string) => {
      await reconciler.heard(eventId, paymentId);
      jobs.soon('payments');
    };
    await serveWebhook(http, { signatureKey, siteUrl, heard });
  }
  serveOrderExport(http, { db: database.db, whoIs: sessions.whoIs, daysOf: sales.daysOf });
  serveRecallSheet(http, { db: database.db, whoIs: sessions.whoIs });
  serveHealth(http, { db: database.db, isClosing: gate.isClosing });
  const waitingMails = async () => (await unsent(database.db)).length;
  if (config.metricsToken) serveMetrics(http, { token: config.metricsToken, sent, gate, figures, waitingMails });
  serveApiDocs(http, { siteUrl, pageHeaders: pageHeaders(), styles: web.assetsOf('site').styles });
  serveFound(http, { blog, catalogue, cache, headers: dataHeaders, siteUrl });
  servePictures(http, {
    media,
    cache: pictures,
    builtDir: web.pictures.dir,
    headers: securityHeaders('picture', config.live),
  });
  const payments = cardFacts(config);
  const facts = () => ({ year: yearAtTheFarm(now()), payments });
  serveCertificates(http, { media, headers: securityHeaders('file', config.live) });
  servePages(http, { web, routes, cache, headers: pageHeaders, adminHeaders, siteUrl, facts, gate });

  const jobs = createJobs(
    [
      { name: 'mail', seconds: 5, work: mail.deliver },
      { name: 'payments', seconds: 15, work: reconciler.settle },
      { name: 'marks', seconds: 60, work: books.mark },
      { name: 'sweep', seconds: 30, work: reconciler.sweep },
      {
        name: 'tidy',
        seconds: 3600,
        async work() {
          for (const each of [sessions, limits, mail, reconciler, books]) await each.tidy();
          await privacy.forgetOldGuests();
        },
      },
    ],
    report,
  );

  return { http, open, siteUrl, jobs, drain: gate.close, settled: checkout.settled };

  function siteUrl(): string {
    return config.siteUrl ?? `http://localhost:${portOf(http) ?? config.port}`;
  }

  async function open() {
    await books.open();
    await fillOnce(database, async () => {
      const posts = await Promise.all(
        firstPosts.map(async (post) => ({ ...post, image_url: await media.adopt(post.picture, 'blogs') })),
      );
      const products = await Promise.all(
        firstProducts.map(async (product) => ({
          ...product,
          image_url: await media.adopt(product.picture, 'products'),
        })),
      );
      return async (tx) => {
        await catalogue.firstFill(tx, products);
        // Not where real orders come in: they would remember lots that nobody harvested.
        if (!config.live) await lots.firstFill(tx, sampleLots);
        await blog.firstFill(tx, posts);
      };
    });
    return accounts.ensureAdmin(config.admin);
  }
}

function providerFrom({ payments, square }: Config, report: (error: Error, what: string) => void) {
  if (payments === 'square' && square) return squareProvider({ square, report });
  return payments === 'demo' ? demoProvider() : undefined;
}

function portOf(http: FastifyInstance): number | undefined {
  const [address] = http.addresses();
  return typeof address === 'object' ? address.port : undefined;
}
