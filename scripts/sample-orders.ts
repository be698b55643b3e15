// Fills a shop over the API: products, posts, a year of orders, a dispute and payment alerts.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';

type Person = { email: string; password: string };
type Deps = {
  url: string;
  clock: { now: Date };
  database: Database;
  people: { staff: Person; customer: Person };
};
type Placed = { id: number; key: string };
type Step = 'ready' | 'completed' | 'cancelled' | 'refunded';

/** One order of each kind, for links to it. */
export type SampleOrders = Record<
  'paid' | 'ready' | 'shipped' | 'changed' | 'completed' | 'cancelled' | 'refunded' | 'disputed',
  Placed
>;

const DAY_MS = 86_400_000;
const PRICES = [1600, 1450];

const buyers = [
  ['Dana Whitlock', 'dana@tulefog.example', '(707) 555-0188', '412 Second Street, Rio Vista, CA 94571'],
  [
    'Marisol Ibarra-Kensington',
    'marisol.ibarra-kensington@threerivers-brewing.example',
    '+1 (916) 555-0142 ext. 12',
    '',
  ],
  [
    'Sam Okafor',
    'sam@lostbuoy.example',
    '(925) 555-0119',
    '2200 Industrial Parkway West, Building 7, Suite 240, Antioch, CA 94509',
  ],
  ['Lee', '', '707-555-0107', ''],
] as const;

const freight = {
  carrier: 'UPS',
  rows: [
    { miles: 600, pounds: 22, price: 18 },
    { miles: 600, pounds: 44, price: 31 },
    { miles: 3000, pounds: 44, price: 64 },
  ],
};

export async function fillSampleShop(deps: Deps): Promise<SampleOrders> {
  const { url, clock, database } = deps;
  const end = clock.now.getTime();
  const staffAt = async (daysAgo: number) => {
    clock.now = new Date(end - daysAgo * DAY_MS);
    const { email, password } = deps.people.staff;
    const { token } = await apiClient(url).send('POST /api/login', { body: { email, password } });
    return apiClient(url, token);
  };

  const staff = await staffAt(420);
  const hop = {
    ...{ type: 'Aroma', flavor: 'Bright', alpha_acid: 5.5, beta_acid: 4.8, total_oil: 1.1 },
    ...{ aromas: 'Floral, grassy, a little pepper', description: '', price: 13.25 },
  };
  const picture = readFileSync('content/pictures/blog-01.jpg');
  const tiers = [
    { from: 11, price: 12.5 },
    { from: 22, price: 11.75 },
  ];
  await staff.send('POST /api/products/admin', { form: { ...hop, name: 'Slough Fuggle', stock: 31, tiers }, picture });
  await staff.send('POST /api/products/admin', {
    form: { ...hop, name: 'Long Ditch Experimental No. 417', stock: 0 },
    picture,
  });

  await setStock(staff, 5000);
  await staff.send('PUT /api/settings/:section', {
    params: { section: 'freight' },
    body: { version: 0, value: freight },
  });

  for (const [index, [title, picture]] of posts.entries()) {
    const author = await staffAt(200 - index * 20);
    const form = { title, content: `<p>${title}. We wrote this between two loads, so it is short.</p>` };
    await author.send('POST /api/admin/blogs', { form, ...(picture && { picture: readFileSync(picture) }) });
  }

  // Last year and this one: more toward harvest.
  for (let daysAgo = 410; daysAgo > 2; daysAgo -= 12) await place(daysAgo, daysAgo, ['ready', 'completed']);
  const orders = {
    completed: await place(6, 0, ['ready', 'completed']),
    refunded: await place(5, 1, ['refunded']),
    cancelled: await place(4, 2, ['cancelled']),
    disputed: await place(3, 2, ['ready', 'completed']),
    shipped: await place(2.5, 4, ['ready']),
    changed: await place(2.2, 4, []),
    ready: await place(2, 0, ['ready']),
    paid: await place(1, 0, []),
  };
  await (await staffAt(2.4)).send('PUT /api/orders/:id/shipment', {
    params: { id: orders.shipped.id },
    body: { carrier: 'UPS', tracking_number: '1Z 999 AA1 01 2345 6784' },
  });
  await changeOrder(orders.changed.id);
  for (const hours of [20, 16, 7, 2]) await place(hours / 24, hours, []);
  await place(0.05, 1, [], deps.people.customer);
  await place(30, 2, ['ready', 'completed'], deps.people.customer);
  await setStock(await staffAt(0), 221);

  await database.transaction([], async (tx) => {
    const at = clock.now.toISOString();
    // Random ones would differ in every picture.
    await tx
      .updateTable('orders')
      .set({ payment_id: sql`'demo_4c1f90ab27d' || id` })
      .where('payment_id', 'is not', null)
      .execute();
    await tx
      .insertInto('disputes')
      .values({
        ...{ id: 'dispute-1', payment_id: 'demo-disputed', order_id: orders.disputed.id, state: 'EVIDENCE_REQUIRED' },
        ...{ reason: 'NO_KNOWLEDGE', amount_cents: 3200, due_at: '2026-10-14T06:59:00.000Z', updated_at: at },
      })
      .execute();
    await tx
      .insertInto('payment_alerts')
      .values([
        { payment_id: 'demo-9k2', order_id: orders.cancelled.id, what: 'was captured twice', at },
        { payment_id: 'none', order_id: null, what: 'Many cards were declined in the last hour', at },
      ])
      .execute();
  });
  return orders;

  /** Freight after the call, a lighter bag, and a part of the money back. */
  async function changeOrder(id: number): Promise<void> {
    const params = { id };
    const caller = await staffAt(2.1);
    await caller.send('POST /api/orders/:id/changes', {
      params,
      body: {
        ...{ version: 1, weighed: false, reason: 'Freight agreed by phone' },
        charge: { text: 'Freight by UPS', amount: 18 },
      },
    });
    const { data } = await caller.send('GET /api/orders/:id', { params, query: {} });
    const lines = data.lines.map(({ product_id, pounds }, index) => ({
      product_id,
      pounds: index === 0 ? pounds - 1 : pounds,
    }));
    const packer = await staffAt(2);
    await packer.send('POST /api/orders/:id/changes', {
      params,
      body: { version: 2, weighed: true, reason: 'Weighed', lines },
    });
    await (await staffAt(1.9)).send('POST /api/orders/:id/refunds', {
      params,
      body: { ...{ amount: 12.5, lines: [], restock: false }, reason: 'A bag was torn.', key: 'sample refund' },
    });
  }

  async function place(daysAgo: number, seed: number, steps: Step[], account?: Person): Promise<Placed> {
    clock.now = new Date(end - daysAgo * DAY_MS);
    const [name, email, phone, address] = buyers[Math.floor(seed) % buyers.length] ?? buyers[0];
    const pounds = account ? 44 : 6 + ((Math.floor(seed) * 7) % 38);
    const items = [{ productId: 1, quantity: pounds }, ...(pounds % 3 === 0 ? [{ productId: 2, quantity: 11 }] : [])];
    const amount = items.reduce((sum, { productId, quantity }) => sum + (PRICES[productId - 1] ?? 0) * quantity, 0);
    const total = items.reduce((sum, { quantity }) => sum + quantity, 0);
    const locationOption = address && total >= 22 ? 'delivery' : 'pickup';
    const token = account && (await apiClient(url).send('POST /api/login', { body: account })).token;
    const body = {
      ...{ sourceId: 'cnon:card-nonce-ok', amount },
      orderDetails: { items, name, email, phone, address, locationOption },
    };
    const response = await apiClient(url, token).fetch('/api/process-payment', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sample order was refused: ${await response.text()}`);
    const { order }: { order: Placed } = await response.json();
    const office = steps.length > 0 ? await staffAt(daysAgo) : undefined;
    for (const to of steps)
      await office?.send('POST /api/orders/:id/status-changes', { params: { id: order.id }, body: { to } });
    return order;
  }
}

export async function setStock(staff: ApiClient, stock: number) {
  const { data } = await staff.send('GET /api/products/admin');
  for (const product of data.filter(({ id }) => id <= PRICES.length))
    await staff.send('PUT /api/products/admin/:id', {
      params: { id: product.id },
      form: { ...product, flavor: product.flavor ?? '', stock },
    });
}

const posts: [string, string?][] = [
  ['The bines reached the wire in eleven days'],
  ['Why we dry slower than we could', 'content/pictures/blog-02.jpg'],
  ['A heron in the irrigation ditch, and other neighbors'],
  ['What a storage index tells you'],
  ['Six questions brewers asked us at the spring meeting', 'content/pictures/blog-03.jpg'],
  ['First crop of the new yard'],
  ['Frost in April'],
  ['We mended the kiln'],
];
