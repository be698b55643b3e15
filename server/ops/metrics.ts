// Metrics for Prometheus, for callers with the token. To everyone else /metrics does not exist.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { ResponseCounts } from '#server/http/http-server.ts';
import type { LoadShedder } from '#server/http/load-shedding.ts';
import { notFound } from '#server/http-errors.ts';
import type { DashboardReport } from '#server/reports/dashboard.ts';

type Options = {
  token: string;
  counts: ResponseCounts;
  loadShedder: LoadShedder;
  database: Pick<Database, 'repeats'>;
  dashboard: DashboardReport;
  countUnsentEmails(): Promise<number>;
  now: Clock;
};

export function mountMetrics(app: FastifyInstance, { token, ...sources }: Options): void {
  const expected = digest(`Bearer ${token}`);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const update = createShopMetrics(registry, sources);
  app.addHook('onClose', async () => registry.clear());

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw notFound();
    await update();
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** Returns a function that reads the current values. They are only read when someone asks for them. */
function createShopMetrics(registry: Registry, sources: Omit<Options, 'token'>): () => Promise<void> {
  const { counts, loadShedder, database, dashboard, countUnsentEmails, now } = sources;
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const responses = new Counter({
    name: 'shop_responses_total',
    help: 'Responses sent: from the cache, or rendered, by status class.',
    labelNames: ['source', 'status'],
    registers,
  });
  const rejected = new Counter({
    name: 'shop_rejected_requests_total',
    help: 'Requests rejected because too many were in flight.',
    registers,
  });
  const repeated = new Counter({
    name: 'shop_repeated_transactions_total',
    help: 'Transactions that ran again, because PostgreSQL ended them for one that waited for them.',
    registers,
  });
  const orders = new Gauge({ name: 'shop_orders', help: 'Orders by status.', labelNames: ['status'], registers });
  const inFlight = gauge('shop_requests_in_flight', 'Requests being handled, without those served from the cache.');
  const openAlerts = gauge('shop_payment_alerts_open', 'Payments that need a person.');
  const lowStock = gauge('shop_products_low_stock', 'Products that are low on stock.');
  const unsentEmails = gauge('shop_emails_unsent', 'Emails that have not been sent.');

  const backupAge = gauge('shop_backup_age_seconds', 'Time since the last backup; infinite if there is none.');

  return async () => {
    const [{ data }, unsent] = await Promise.all([dashboard.dashboard(), countUnsentEmails()]);
    responses.reset();
    responses.inc({ source: 'cached', status: '2xx' }, counts.cached);
    for (const [status, count] of Object.entries(counts.rendered)) responses.inc({ source: 'rendered', status }, count);
    rejected.reset();
    rejected.inc(loadShedder.rejected());
    repeated.reset();
    repeated.inc(database.repeats());
    for (const { status, count } of data.orders.by_status) orders.set({ status }, count);
    inFlight.set(loadShedder.inFlight());
    openAlerts.set(data.to_do.payments_to_look_at);
    lowStock.set(data.products.low_stock);
    unsentEmails.set(unsent);
    backupAge.set(data.last_backup_at ? (now().getTime() - Date.parse(data.last_backup_at)) / 1000 : Infinity);
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
