// The composition root: creates each feature from its dependencies, mounts its routes and registers its jobs.
import type { FastifyInstance } from 'fastify';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { sampleLots } from '#content/sample-lots.ts';
import { farmYear } from '#contracts/dates.ts';
import { publicFarm } from '#contracts/farm.ts';
import type { Settings } from '#contracts/setting-sections.ts';
import { accountRoutes } from '#server/accounts/accounts.routes.ts';
import { createAccounts } from '#server/accounts/accounts.ts';
import { ensureFirstAdmin } from '#server/accounts/first-admin.ts';
import { createPasswordResets } from '#server/accounts/password-resets.ts';
import { peopleRoutes } from '#server/accounts/people.routes.ts';
import { createPeople } from '#server/accounts/people.ts';
import { sealSecrets } from '#server/accounts/seal-secrets.ts';
import { createSecretBox } from '#server/accounts/secret-box.ts';
import { loadSecretsKey } from '#server/accounts/secrets-key.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import * as twoFactorStore from '#server/accounts/two-factor.store.ts';
import { createTwoFactor } from '#server/accounts/two-factor.ts';
import { createPasswordVerifier } from '#server/accounts/verify-password.ts';
import { auditRoutes } from '#server/audit/audit.routes.ts';
import { isBackupRunning } from '#server/backup/backup-run.ts';
import { backupRoutes, mountBackupDownload } from '#server/backup/backups.routes.ts';
import { createBackups } from '#server/backup/backups.ts';
import { blogRoutes } from '#server/blog/blog.routes.ts';
import * as posts from '#server/blog/blog.store.ts';
import { createBlog } from '#server/blog/blog.ts';
import { createPostPreviews } from '#server/blog/post-previews.ts';
import * as postVersions from '#server/blog/post-versions.store.ts';
import { createPostVersions } from '#server/blog/post-versions.ts';
import { createScheduledPosts } from '#server/blog/scheduled-posts.ts';
import { catalogRoutes } from '#server/catalog/catalog.routes.ts';
import * as products from '#server/catalog/catalog.store.ts';
import { createCatalog } from '#server/catalog/catalog.ts';
import { mountHopFiles } from '#server/catalog/hop-files.routes.ts';
import { lotPageRoutes } from '#server/catalog/lot-pages.routes.ts';
import { createLotPages } from '#server/catalog/lot-pages.ts';
import { lotRoutes } from '#server/catalog/lots.routes.ts';
import { createLots } from '#server/catalog/lots.ts';
import { stockRoutes } from '#server/catalog/stock.routes.ts';
import { createStockLedger } from '#server/catalog/stock-ledger.ts';
import { clientPaymentConfig } from '#server/charges/providers/client-config.ts';
import { seedOnce } from '#server/database/seed.store.ts';
import { deliveryRoutes } from '#server/delivery/delivery.routes.ts';
import { createDeliveryAreas } from '#server/delivery/delivery-areas.ts';
import { harvestRoutes } from '#server/harvests/harvests.routes.ts';
import { createHarvests } from '#server/harvests/harvests.ts';
import { mountRoutes, type Route } from '#server/http/route.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import * as cardCredits from '#server/invoices/card-credits.store.ts';
import { confirmAccount } from '#server/invoices/ledger.store.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { mailRoutes } from '#server/mail/mail.routes.ts';
import { listUnsent } from '#server/mail/mail.store.ts';
import { createMailLog } from '#server/mail/mail-log.ts';
import { mountCertificates } from '#server/media/certificates.routes.ts';
import { libraryRoutes } from '#server/media/library.routes.ts';
import { createLibrary, type PictureUser } from '#server/media/library.ts';
import { mountPictures } from '#server/media/pictures.routes.ts';
import { mountApiDocs } from '#server/ops/api-docs.ts';
import { clientErrorRoutes } from '#server/ops/client-errors.ts';
import { mountCspReports } from '#server/ops/csp-reports.ts';
import { createGettingStarted } from '#server/ops/getting-started.ts';
import { mountHealth } from '#server/ops/health.ts';
import { mountMetrics } from '#server/ops/metrics.ts';
import { statusRoutes } from '#server/ops/status.routes.ts';
import { createStatus } from '#server/ops/status.ts';
import { mountOrdersCsv } from '#server/orders/export/orders-csv.routes.ts';
import { reindexAllOnce } from '#server/orders/search-terms/search-terms.store.ts';
import { mountPages } from '#server/pages/pages.ts';
import { mountSeo } from '#server/pages/seo.ts';
import { createDashboard } from '#server/reports/dashboard.ts';
import { reportRoutes } from '#server/reports/reports.routes.ts';
import { createSales } from '#server/reports/sales.ts';
import { createHolders } from '#server/reservations/holders.ts';
import { reservedPounds } from '#server/reservations/reservations.store.ts';
import { createSettingPreviews, type SettingPreviews } from '#server/settings/setting-previews.ts';
import { settingsRoutes } from '#server/settings/settings.routes.ts';
import * as settingsStore from '#server/settings/settings.store.ts';
import { sharedPicture, wordsRoutes } from '#server/settings/words.routes.ts';
import { createAlertFeatures } from './alert-features.ts';
import { type Core, type CoreDeps, createCore } from './core.ts';
import { createOrderFeatures, type OrderFeatures } from './order-features.ts';

export type App = {
  http: FastifyInstance;
  /** Seeds an empty shop. Returns the first admin's password if it was generated. */
  open(): Promise<{ email: string; password: string } | undefined>;
  /** The shop's public URL. Known once the server listens, at the latest. */
  siteUrl(): string;
  farm(): Settings['farm'];
  jobs: Jobs;
  /** Makes /healthz return 503 while requests are still served. */
  drain(): void;
  /** Resolves when no payment is being processed any more. */
  waitForPayments(): Promise<void>;
};

export async function createApp(deps: CoreDeps): Promise<App> {
  const core = await createCore(deps);
  const accounts = createAccountFeatures(core);
  const catalog = createCatalogFeatures(core);
  const orders = await createOrderFeatures(core, accounts);
  const reports = createReportFeatures(core, accounts, orders);
  const alerts = await createAlertFeatures(core, reports);
  const settingPreviews = createSettingPreviews(core);
  core.cleanUps.push(settingPreviews.cleanUp);
  const backups = createBackupFeatures(core, accounts);
  const routes = [
    ...accounts.routes,
    ...catalog.routes,
    ...orders.routes,
    ...alerts.routes,
    ...reports.routes,
    ...mailRoutes(createMailLog({ ...core, hasMailServer: core.config.mail.smtpUrl !== undefined })),
    ...settingsRoutes({ settings: core.settings, previews: settingPreviews }),
    ...wordsRoutes(core.settings.current, core.web.pictures.names),
    ...backups.routes,
    ...createStatusRoutes(core, backups),
    ...clientErrorRoutes(core),
  ];
  mountRoutes(core.http, routes, {
    authenticate: accounts.sessions.authenticate,
    cache: core.cache,
    headers: core.headers.data,
  });
  await mountOps(core, reports);
  mountSite(core, { ...catalog, settingPreviews }, routes);
  return {
    http: core.http,
    open: () => openApp(core, accounts, catalog),
    siteUrl: core.siteUrl,
    farm: core.farm,
    jobs: core.jobs,
    drain: core.loadShedder.startDraining,
    waitForPayments: orders.waitForPayments,
  };
}

type AccountFeatures = ReturnType<typeof createAccountFeatures>;

function createAccountFeatures(core: Core) {
  const { config, database, rateLimits, outbox, audit, now, siteUrl, farm, sender, log, cleanUps } = core;
  const sessions = createSessions({ database, audit, now, requireTwoFactor: config.requireTwoFactor });
  const secretBox = createSecretBox(loadSecretsKey(config));
  const verifyPassword = createPasswordVerifier({ database, rateLimits, log });
  const twoFactor = createTwoFactor({
    database,
    rateLimits,
    verifyPassword,
    outbox,
    audit,
    now,
    siteUrl,
    farm,
    log,
    secretBox,
  });
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
    farm,
    log,
  });
  const resets = createPasswordResets({ database, rateLimits, outbox, audit, now, siteUrl, farm, confirmAccount });
  cleanUps.push(sessions.cleanUp);
  const people = createPeople({ database, outbox, audit, now, sender });
  const routes = [
    ...accountRoutes({ accounts, resets, sessions, twoFactor }),
    ...peopleRoutes(people),
    ...auditRoutes(audit),
  ];
  return { sessions, secretBox, routes };
}

/** Everything that shows uploaded pictures. What is missing here loses its pictures to the clean-up. */
const pictureUsers: PictureUser[] = [
  products.listPictureUses,
  posts.listPictureUses,
  posts.listPicturesInTexts,
  postVersions.listPictureUses,
  settingsStore.listPictureUses,
];

type CatalogFeatures = ReturnType<typeof createCatalogFeatures>;

function createCatalogFeatures(core: Core) {
  const { database, media, audit, now, siteUrl, settings, cache, jobs, cleanUps, outbox, sender } = core;
  const catalog = createCatalog({ database, media, audit, now, reservedPounds });
  const lots = createLots({ database, media, audit, now });
  const harvests = createHarvests({
    ...{ database, outbox, audit, sender, now, findProduct: products.find },
    holders: createHolders({ outbox, sender, now }),
  });
  const lotPages = createLotPages({ database, now });
  const blog = createBlog({ database, media, audit, now, listHops: async () => (await catalog.list()).data });
  const versions = createPostVersions({ database, audit, now });
  const previews = createPostPreviews({ database, audit, now, siteUrl, blog });
  const scheduled = createScheduledPosts({ database, now, invalidate: cache.invalidate });
  jobs.add({ name: 'scheduled posts', seconds: 1, run: scheduled.publishDue });
  const library = createLibrary({
    database,
    media,
    audit,
    now,
    users: pictureUsers,
    isBackupRunning: (tx) => isBackupRunning(tx, now),
  });
  cleanUps.push(previews.cleanUp, library.cleanUp);
  const routes = [
    ...catalogRoutes(catalog),
    ...lotRoutes(lots),
    ...harvestRoutes(harvests),
    ...lotPageRoutes(lotPages),
    ...stockRoutes(createStockLedger({ database, audit, now })),
    ...deliveryRoutes(createDeliveryAreas({ settings: settings.current })),
    ...blogRoutes({ blog, versions, previews }),
    ...libraryRoutes(library),
  ];
  return { catalog, lots, lotPages, harvests, blog, routes };
}

type ReportFeatures = ReturnType<typeof createReportFeatures>;

function createReportFeatures(
  { database, now, farm, http }: Core,
  { sessions }: AccountFeatures,
  { days }: Pick<OrderFeatures, 'days'>,
) {
  const dashboard = createDashboard({ database, days, now, farm, cardCredits });
  const sales = createSales({ database, days, now });
  mountOrdersCsv(http, { db: database.db, authenticate: sessions.authenticate, resolveRange: sales.resolveRange });
  return { dashboard, sales, routes: reportRoutes(dashboard, sales) };
}

type BackupFeatures = ReturnType<typeof createBackupFeatures>;

function createBackupFeatures(core: Core, { sessions }: AccountFeatures) {
  const backups = createBackups(core);
  mountBackupDownload(core.http, { backups, authenticate: sessions.authenticate });
  return { backups, routes: backupRoutes(backups) };
}

function createStatusRoutes({ config, database, objectStorage, settings }: Core, { backups }: BackupFeatures): Route[] {
  const { db, kind: databaseKind } = database;
  const { latestBackup } = backups;
  const countUnsentEmails = async () => (await listUnsent(db)).length;
  const status = createStatus({ config, databaseKind, objectStorage, latestBackup, countUnsentEmails });
  const gettingStarted = createGettingStarted({
    database,
    config,
    isChanged: settings.isChanged,
    hasTwoFactor: async (account) => Boolean((await twoFactorStore.find(db, account))?.confirmed_at),
    hasBackup: async () => (await latestBackup()) !== undefined,
  });
  return statusRoutes({ status, gettingStarted });
}

async function mountOps(core: Core, { dashboard }: ReportFeatures): Promise<void> {
  const { http, database, config, counts, loadShedder, cache, siteUrl, farm, headers, web, rateLimits, now } = core;
  const { objectStorage } = core;
  await mountCspReports(http, { rateLimits });
  mountHealth(http, { database, isDraining: loadShedder.isDraining, objectStorage });
  if (config.metricsToken) {
    const countUnsentEmails = async () => (await listUnsent(database.db)).length;
    const sources = { counts, loadShedder, database, dashboard, countUnsentEmails, now };
    mountMetrics(http, { token: config.metricsToken, ...sources });
  }
  mountApiDocs(http, {
    cache,
    siteUrl,
    farm,
    headers: headers.data,
    pageHeaders: headers.page(),
    styles: web.assetsOf('site').styles,
  });
}

type SiteFeatures = Pick<CatalogFeatures, 'catalog' | 'lotPages' | 'harvests' | 'blog'> & {
  settingPreviews: SettingPreviews;
};

function mountSite(core: Core, features: SiteFeatures, routes: Route[]): void {
  const { catalog, lotPages, harvests, blog, settingPreviews } = features;
  const { http, config, web, media, cache, pictureCache, headers, siteUrl, farm, loadShedder, now } = core;
  const pictureHeaders = securityHeaders('picture', config.live);
  mountPictures(http, { media, cache: pictureCache, built: web.pictures, headers: pictureHeaders });
  mountCertificates(http, { media, headers: securityHeaders('file', config.live) });
  mountSeo(http, { blog, catalog, lotPages, harvests, cache, headers: headers.data, siteUrl, farm });
  mountHopFiles(http, { lotPages, cache, headers: headers.data, farm });
  const payments = clientPaymentConfig(config);
  const clientConfig = (settings: Settings) => ({ year: farmYear(now()), farm: publicFarm(settings), payments });
  const findPreview = async (token: string) => {
    const preview = await settingPreviews.find(token);
    if (!preview) return undefined;
    const words = wordsRoutes(() => preview.settings, web.pictures.names);
    return { ...preview, routes: [...words, ...routes], clientConfig: () => clientConfig(preview.settings) };
  };
  mountPages(http, {
    web,
    routes,
    cache,
    headers: headers.page,
    adminHeaders: headers.admin,
    siteUrl,
    sharedPicture: () => sharedPicture(core.settings.current(), web.pictures.names),
    clientConfig: () => clientConfig(core.settings.current()),
    findPreview,
    loadShedder,
  });
}

/** Loads the settings, encrypts older secrets, builds the search index, seeds an empty shop and makes sure there is an admin. */
async function openApp(
  { config, database, settings, media, now }: Core,
  { secretBox }: AccountFeatures,
  { catalog, lots, blog }: CatalogFeatures,
) {
  await settings.load();
  await sealSecrets(database, secretBox);
  await database.transaction([], reindexAllOnce);
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
      // No sample lots in a live shop: real orders would carry lots that nobody harvested.
      if (!config.live) await lots.seed(tx, sampleLots);
      await blog.seed(tx, posts);
    };
  });
  return ensureFirstAdmin({ database, now }, config.admin);
}
