// A shop with a season behind it, at a fixed time, so that its pages look the same whenever they are opened.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '#contracts/default-settings.ts';
import { forgetDays } from '#server/books/books.store.ts';
import { configFrom } from '#server/config.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createLog } from '#server/log.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';
import { addSampleInvoices, type SampleInvoices } from './sample-invoices.ts';
import { fillSampleShop, type SampleOrders } from './sample-orders.ts';
import { addUnpublishedPosts } from './sample-posts.ts';

/** Two weeks after picking, in the morning. */
export const SAMPLE_TIME = '2026-10-01T17:00:00.000Z';

export const samplePeople = {
  staff: { name: 'Farm office', email: 'office@farm.example', password: 'a long one for tests' },
  customer: { name: 'Otis Marrow', email: 'otis@brewery.example', password: 'one malt, one yeast' },
};

export type SampleShop = {
  url: string;
  orders: SampleOrders;
  invoices: SampleInvoices;
  /** Path of a draft's preview. */
  preview: string;
  /** What the browser stores after a login. */
  logins: Record<keyof typeof samplePeople, { token: string; user: object }>;
};

export async function openSampleShop(): Promise<SampleShop & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sample-shop-'));
  const clock = { now: new Date(SAMPLE_TIME) };
  const config = configFrom({
    ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LIMITS: 'off' },
    ...{ ADMIN_EMAIL: samplePeople.staff.email, ADMIN_PASSWORD: samplePeople.staff.password },
  });
  const shop = await openShop({
    config,
    web: await readWebBuild('dist', securityHeaders('data', false)),
    log: createLog({ write() {} }),
    now: () => clock.now,
  });
  const [address] = shop.http.addresses();
  const url = `http://127.0.0.1:${Object(address).port}`;
  const visitor = apiClient(url);
  await visitor.send('POST /api/register', { body: { ...samplePeople.customer, website: '' } });
  const orders = await fillSampleShop({ url, clock, database: shop.database, people: samplePeople });
  clock.now = new Date(SAMPLE_TIME);
  await shop.jobs.runNow('customers');
  const invoices = await addSampleInvoices({ url, clock, database: shop.database, staff: samplePeople.staff });
  clock.now = new Date(SAMPLE_TIME);
  // The books have counted days that only now have orders. What they remember of today they forget on another day.
  await shop.database.transaction([], forgetDays);
  clock.now = new Date(Date.parse(SAMPLE_TIME) - 86_400_000);
  await shop.jobs.runNow('books');
  clock.now = new Date(SAMPLE_TIME);
  // A run sends up to 50 emails.
  for (let run = 0; run < 5; run += 1) await shop.jobs.runNow('mail');
  const logIn = async ({ email, password }: { email: string; password: string }) => {
    const { token, user } = await visitor.send('POST /api/login', { body: { email, password } });
    return { token, user };
  };
  const logins = { staff: await logIn(samplePeople.staff), customer: await logIn(samplePeople.customer) };
  await saveQuestions(apiClient(url, logins.staff.token));
  await addOlderLot(apiClient(url, logins.staff.token));
  await addHarvests(apiClient(url, logins.staff.token));
  await addReservations(url, apiClient(url, logins.staff.token));
  const preview = await addUnpublishedPosts(apiClient(url, logins.staff.token));
  return { url, orders, invoices, preview, logins, close };

  async function close() {
    await shop.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Comet is on sale from two lots. */
async function addOlderLot(owner: ApiClient): Promise<void> {
  const { data } = await owner.send('GET /api/products/admin');
  const comet = data.find(({ slug }) => slug === 'comet');
  if (!comet) throw new Error('The sample shop has no Comet.');
  await owner.send('POST /api/products/admin/:id/lots', {
    params: { id: comet.id },
    form: {
      ...{
        number: 'CO-25-02',
        harvest_year: 2025,
        form: 'Pellets T-90',
        moisture: 8.6,
        storage_index: 0.29,
        stock: 64,
      },
      ...{ tested_on: '2025-10-02', alpha_acid: 9.1, beta_acid: 4, total_oil: 1.7 },
    },
  });
}

async function addHarvests(staff: ApiClient): Promise<void> {
  const { data: products } = await staff.send('GET /api/products/admin');
  const [first, second] = products.map(({ id }) => id);
  if (!first || !second) throw new Error('There are no products.');
  const harvests = [
    { product_id: first, kind: 'wet', status: 'picking', expected_on: '2026-10-03', pounds: 300, price: 9 },
    { product_id: first, kind: 'dried', status: 'kiln', expected_on: '2026-10-05', pounds: 420, price: 16 },
    { product_id: second, kind: 'dried', status: 'ripening', expected_on: '2026-10-12', pounds: 900, price: 14.5 },
  ] as const;
  for (const [index, harvest] of harvests.entries())
    await staff.send('POST /api/harvests/admin', {
      body: {
        ...harvest,
        note: index === 0 ? 'Bring your own sacks, and come before ten.' : '',
        deposit_percent: harvest.status === 'kiln' ? null : 25,
        days:
          harvest.kind === 'wet'
            ? ['2026-10-03', '2026-10-04'].map((day) => ({ day, from: '08:00', to: '10:30', pounds: 150 }))
            : [],
      },
    });
}

/** Two reserve wet hops; those of the first are weighed. */
async function addReservations(url: string, staff: ApiClient): Promise<void> {
  const { data: harvest } = await staff.send('GET /api/harvests/:id', { params: { id: 1 } });
  const [first, second] = harvest.days;
  const buyers = [
    { name: 'Dana Whitlock', email: 'dana@tulefog.example', phone: '(707) 555-0188', day_id: first?.id, pounds: 60 },
    { name: 'Ignacio Ruiz', email: 'ignacio@brewery.example', phone: '(916) 555-0142', day_id: second?.id, pounds: 40 },
  ];
  for (const buyer of buyers) {
    const response = await apiClient(url).fetch('/api/harvests/1/reservations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `sample ${buyer.name}` },
      body: JSON.stringify({ ...buyer, sourceId: 'cnon:card-nonce-ok', amount: buyer.pounds * 225 }),
    });
    if (!response.ok) throw new Error(`The sample reservation was refused: ${await response.text()}`);
  }
  const { data } = await staff.send('GET /api/harvests/admin/:id/reservations', { params: { id: 1 } });
  await staff.send('POST /api/reservations/:id/weight', {
    params: { id: data[0]?.id ?? 0 },
    body: { pounds: 57, lot_id: null, without_lot: false, in_stock: false },
  });
}

/** A question is answered better, and moves to the top. */
async function saveQuestions(owner: ApiClient): Promise<void> {
  const { faqs } = defaultSettings;
  const [bags, delivery, tours, ...others] = faqs.questions;
  const answered = {
    ...Object(tours),
    answer: ['Yes. We show the rows and the kiln most of the year. Call a few days ahead.'],
  };
  const versions = [
    [bags, delivery, answered, ...others],
    [answered, bags, delivery, ...others],
  ];
  for (const [version, questions] of versions.entries())
    await owner.send('PUT /api/settings/:section', {
      params: { section: 'faqs' },
      body: { version, value: { ...faqs, questions } },
    });
}
