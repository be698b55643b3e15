// Emails that people ask for, news, and what the farm is told: creates each from its dependencies and registers its jobs.
import { alertRoutes, mountAlertForms } from '#server/alerts/alerts.routes.ts';
import { announceBackInStock } from '#server/alerts/back-in-stock.ts';
import { createNewsletters } from '#server/alerts/newsletters.ts';
import { createStaffAlerts } from '#server/alerts/staff-alerts.ts';
import { createSubscriptions } from '#server/alerts/subscriptions.ts';
import * as posts from '#server/blog/blog.store.ts';
import * as products from '#server/catalog/catalog.store.ts';
import * as harvests from '#server/harvests/harvests.store.ts';
import { type Email, renderText } from '#server/mail/email-template.ts';
import { listUnsent } from '#server/mail/mail.store.ts';
import type { DashboardReport } from '#server/reports/dashboard.ts';
import type { SalesReport } from '#server/reports/sales.ts';
import type { Core } from './core.ts';

type Reports = { dashboard: DashboardReport; sales: SalesReport };

export async function createAlertFeatures(core: Core, { dashboard, sales }: Reports) {
  const { database, outbox, audit, sender, now, jobs, cleanUps, http, rateLimits } = core;
  const finders = { findProduct: products.find, findHarvest: harvests.findPublic };
  const subscriptions = createSubscriptions({ database, rateLimits, outbox, sender, now, ...finders });
  cleanUps.push(subscriptions.cleanUp);
  jobs.add({
    name: 'back in stock',
    seconds: 5,
    run: (isStopping) => announceBackInStock({ database, outbox, sender, listProducts: products.listAll }, isStopping),
  });
  const preview = (email: Email) => renderText(email, core.farm());
  const onStart = () => jobs.trigger('newsletters');
  const newsletters = createNewsletters({
    database,
    outbox,
    audit,
    sender,
    now,
    findPost: posts.find,
    preview,
    onStart,
  });
  jobs.add({ name: 'newsletters', seconds: 30, run: newsletters.sendUnfinished });
  const staffAlerts = createStaffAlerts({
    ...{ database, outbox, sender, now, settings: core.settings.current, dashboard: dashboard.dashboard },
    sales: (days) => sales.sales({ range: 'custom', ...days }),
    countUnsentEmails: async () => (await listUnsent(database.db)).length,
  });
  cleanUps.push(staffAlerts.cleanUp);
  jobs.add({ name: 'staff alerts', seconds: 60, run: staffAlerts.tell });
  await mountAlertForms(http, subscriptions);
  return { routes: alertRoutes({ subscriptions, newsletters }) };
}
