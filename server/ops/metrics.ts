// Figures for Prometheus, for whoever has the token. Without one, or with a wrong one, there is no such page.
import { createHash, timingSafeEqual } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { ResponseCounts } from '#server/http/http-server.ts';
import type { LoadShedder } from '#server/http/load-shedding.ts';
import { notFound } from '#server/http-errors.ts';
import type { DashboardReport } from '#server/reports/dashboard.ts';

type Options = {
  token: string;
  counts: ResponseCounts;
  loadShedder: LoadShedder;
  dashboard: DashboardReport;
  countUnsentEmails(): Promise<number>;
};
type Sample = { labels?: Record<string, string>; value: number };
type Metric = { name: string; type: 'counter' | 'gauge'; help: string; samples: Sample[] };

export function mountMetrics(
  app: FastifyInstance,
  { token, counts, loadShedder, dashboard, countUnsentEmails }: Options,
): void {
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  app.addHook('onClose', async () => void lag.disable());
  const expected = digest(`Bearer ${token}`);

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw notFound();
    const text = (await measured()).map(written).join('');
    lag.reset();
    return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });

  async function measured(): Promise<Metric[]> {
    const [{ data }, mails, handles] = await Promise.all([dashboard.dashboard(), countUnsentEmails(), openHandles()]);
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const made = Object.entries(counts.rendered).map(([status, value]) => ({
      labels: { from: 'made', status },
      value,
    }));
    return [
      {
        ...{ name: 'farm_answers_total', type: 'counter', help: 'Answers sent, kept ones and those made anew.' },
        samples: [{ labels: { from: 'kept' }, value: counts.cached }, ...made],
      },
      {
        ...{
          name: 'farm_refused_busy_total',
          type: 'counter',
          help: 'Requests refused because too many were under way.',
        },
        samples: [{ value: loadShedder.rejected() }],
      },
      gauge('farm_requests_under_way', 'Requests that are being answered, kept answers apart.', loadShedder.inFlight()),
      {
        ...{ name: 'farm_orders', type: 'gauge', help: 'Orders by status.' },
        samples: data.orders.by_status.map(({ status, count }) => ({ labels: { status }, value: count })),
      },
      gauge('farm_payments_to_look_at', 'Payments that a person has to look at.', data.to_do.payments_to_look_at),
      gauge('farm_products_low', 'Products that are low on stock.', data.products.low_stock),
      gauge('farm_mails_waiting', 'Mails that have not gone out.', mails),
      {
        ...{ name: 'process_cpu_seconds_total', type: 'counter', help: 'CPU time of this process.' },
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
      gauge('nodejs_heap_used_bytes', 'Of that, what JavaScript uses.', heapUsed),
      gauge('nodejs_eventloop_lag_p99_seconds', 'How late work began, since the last look.', lag.percentile(99) / 1e9),
      ...(handles === undefined ? [] : [gauge('process_open_fds', 'Open files and connections.', handles)]),
      gauge('process_uptime_seconds', 'Since the start.', process.uptime()),
    ];
  }
}

const gauge = (name: string, help: string, value: number): Metric => ({
  ...{ name, help, type: 'gauge' },
  samples: [{ value }],
});

function written({ name, type, help, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${inside.length > 0 ? `{${inside.join()}}` : ''} ${value}`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
}

/** Known on Linux. */
const openHandles = (): Promise<number | undefined> =>
  readdir('/proc/self/fd').then(
    ({ length }) => length,
    () => undefined,
  );

const digest = (text: string) => createHash('sha256').update(text).digest();
