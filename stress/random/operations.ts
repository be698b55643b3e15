// Everything that staff and buyers do about orders, money and pounds, as requests with random values. They share a few hops
// and customers, so that they meet.
import { randomUUID } from 'node:crypto';
import { farmDay } from '#contracts/dates.ts';
import type { EndpointName, SentBodyOf } from '#contracts/endpoints.ts';
import { addDays } from '#contracts/sales-range.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';
import { followLink } from '#server/testing/follow-link.ts';
import { lot, pdf } from '#server/testing/lot-fixtures.ts';
import type { TestShop } from '#server/testing/test-shop.ts';
import type { SeededRandom } from '#stress/fuzz/seeded-random.ts';

export type Answer = { status: number; body: unknown };
export type Operation = () => Promise<Answer | undefined>;

type Shop = Pick<TestShop, 'visitor' | 'database' | 'clock' | 'url'>;

const CARD = 'cnon:card-nonce-ok';
const DECLINED = 'cnon:card-nonce-declined';
const BREWERIES = 4;
/** Only the newest orders, so that operations meet on the same ones. */
const NEWEST = 10;

export async function randomOperations(shop: Shop, staff: ApiClient, random: SeededRandom) {
  const { visitor, url, clock } = shop;
  const hops = (await visitor.send('GET /api/products')).data.slice(0, 3);
  const breweries = await Promise.all(Array.from({ length: BREWERIES }, addBrewery));
  const harvest = await addHarvest(2);

  const buyer = { buy, buyTwice, buyOnTerms, reserve, payInvoice };
  const desk = {
    takeOrder,
    moveOrder,
    markReady,
    endOrder,
    changeOrder,
    refundPart,
    retryRefund,
    packFrom,
    ship,
    note,
  };
  const money = { recordPayment, reversePayment, refundPayment, creditInvoice, closeMonth };
  const people = { setTerms, editCustomer, certify };
  const pounds = { enterStock, editProduct, addLot, setCurrentLot, editLot, editHarvest, removeHarvest, weigh };
  return { ...buyer, ...desk, ...money, ...people, ...pounds } satisfies Record<string, Operation>;

  async function addBrewery() {
    const email = `${randomUUID()}@brewery.example`;
    const password = 'one malt, one yeast';
    await visitor.send('POST /api/register', { body: { name: 'Otis', email, password } });
    const contact = { name: 'Otis', company: 'Sandbar', email, phone: '', address: '', notes: '' };
    const { id } = (await staff.send('POST /api/customers', { body: contact })).data;
    const body = { days: 30, credit_limit: 1_000_000, login: email };
    await staff.send('PUT /api/customers/:id/terms', { params: { id }, body });
    return { ...apiClient(url, await followLink(shop, { email, password })), id, email };
  }

  async function addHarvest(product: number): Promise<number> {
    const body: SentBodyOf<'POST /api/harvests/admin'> = {
      ...{ product_id: product, kind: 'dried', status: 'ripening', expected_on: '2099-09-01', note: '', days: [] },
      ...{ pounds: 100_000, price: 16, deposit_percent: 25 },
    };
    return (await staff.send('POST /api/harvests/admin', { body })).data.id;
  }

  /** What someone orders: a hop or two, in any order. */
  function purchase(email: string | null) {
    const chosen = hops.filter(() => random.percent(50)).toSorted(() => random.below(3) - 1);
    const items = (chosen.length > 0 ? chosen : hops.slice(0, 1)).map(({ id, price }) => {
      const quantity = 1 + random.below(3);
      return { productId: id, quantity, cents: Math.round(price * 100) * quantity };
    });
    return {
      amount: items.reduce((sum, { cents }) => sum + cents, 0),
      orderDetails: {
        ...{ items: items.map(({ productId, quantity }) => ({ productId, quantity })), locationOption: 'pickup' },
        ...{ name: 'Otis', email, phone: '707', address: null },
      },
    };
  }

  function buy() {
    const email = random.percent(50) ? random.pick(listed(breweries)).email : null;
    return post('/api/process-payment', { ...purchase(email), sourceId: random.percent(90) ? CARD : DECLINED });
  }

  async function buyTwice() {
    const order = { ...purchase(null), sourceId: CARD };
    const key = randomUUID();
    const [first] = await Promise.all([1, 2].map(() => post('/api/process-payment', order, visitor, key)));
    return first;
  }

  function buyOnTerms() {
    const brewery = random.pick(listed(breweries));
    return post('/api/orders/on-terms', { ...purchase(brewery.email), poNumber: '' }, brewery);
  }

  function reserve() {
    const contact = { name: 'Otis', email: random.pick(listed(breweries)).email, phone: '707' };
    const body = { sourceId: CARD, pounds: 1, day_id: null, amount: 400, ...contact };
    return post(`/api/harvests/${harvest}/reservations`, body);
  }

  async function payInvoice() {
    const invoice = random.anyOf((await anyOrder())?.invoices.filter(({ open }) => open > 0) ?? []);
    if (!invoice) return undefined;
    const body = { sourceId: CARD, amount: Math.round(invoice.open * 100) };
    return post(`/api/invoices/${invoice.number}/payments?key=${invoice.key}`, body);
  }

  function takeOrder() {
    const brewery = random.pick(listed(breweries));
    const payment = random.pick(['invoice', 'cash', 'check', 'card', 'link']);
    return post(
      '/api/orders/desk',
      { ...purchase(brewery.email), customer_id: brewery.id, payment, poNumber: '' },
      staff,
    );
  }

  async function moveOrder() {
    const order = await anyOrder();
    return order && changeStatus(order.id, random.pick(['ready', 'completed']));
  }

  async function endOrder() {
    const order = await anyOrder();
    return order && changeStatus(order.id, random.pick(['cancelled', 'refunded']));
  }

  function changeStatus(id: number, to: SentBodyOf<'POST /api/orders/:id/status-changes'>['to']) {
    return attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
  }

  async function markReady() {
    const ids = (await newestOrders()).map(({ id }) => id).toSorted(() => random.below(3) - 1);
    return ids.length === 0 ? undefined : attempt('POST /api/orders/status-changes', { body: { to: 'ready', ids } });
  }

  async function changeOrder() {
    const order = await anyOrder();
    if (!order) return undefined;
    const { id, version } = order;
    const lines = hops
      .filter(() => random.percent(50))
      .map((hop) => ({ product_id: hop.id, pounds: 1 + random.below(4) }));
    const text = { text: 'Freight', amount: 1 + random.below(9) };
    const change = random.pick<object>([
      lines.length > 0 ? { lines } : { charge: text },
      { charge: text },
      { discount: text },
      { contact: { name: 'Otis', email: random.pick(listed(breweries)).email, phone: '707', address: null } },
    ]);
    return post(`/api/orders/${id}/changes`, { ...change, version, reason: 'Asked for', weighed: false }, staff);
  }

  async function refundPart() {
    const order = await anyOrder();
    if (!order) return undefined;
    const line = random.anyOf(order.lines);
    const restocked = line && { lines: [{ product_id: line.product_id, pounds: 1 }], restock: random.percent(50) };
    const part = restocked && random.percent(50) ? restocked : { amount: 1 + random.below(9) };
    return post(`/api/orders/${order.id}/refunds`, { ...part, reason: 'Wet', key: randomUUID() }, staff);
  }

  async function retryRefund() {
    const order = await anyOrder();
    return order && post(`/api/orders/${order.id}/refunds/${1 + random.below(20)}/retry`, {}, staff);
  }

  async function packFrom() {
    const order = await anyOrder();
    const line = random.anyOf(order?.lines ?? []);
    if (!order || !line) return undefined;
    const lots = await lotsOf(line.product_id);
    const chosen = lots.length > 0 ? [{ lot_id: random.pick(listed(lots)).id, pounds: line.pounds }] : [];
    const body = { version: order.version, lines: [{ product_id: line.product_id, lots: chosen }] };
    return attempt('PUT /api/orders/:id/lots', { params: { id: order.id }, body });
  }

  async function ship() {
    const order = await anyOrder();
    if (!order) return undefined;
    const body = { carrier: random.percent(50) ? ('own truck' as const) : null, tracking_number: null };
    return attempt('PUT /api/orders/:id/shipment', { params: { id: order.id }, body });
  }

  async function note() {
    const order = await anyOrder();
    return (
      order &&
      post(`/api/orders/${order.id}/notes`, { text: 'Bring the invoice.', for_buyer: random.percent(50) }, staff)
    );
  }

  function recordPayment() {
    const { id } = random.pick(listed(breweries));
    const amount = 1 + random.below(200);
    const received_on = addDays(farmDay(clock.now.toISOString()), -random.below(40));
    const body = { amount, method: 'check' as const, received_on, note: '', key: randomUUID() };
    return attempt('POST /api/customers/:id/payments', { params: { id }, body });
  }

  async function reversePayment() {
    const payment = await anyPayment();
    if (!payment) return undefined;
    return attempt('POST /api/customers/:id/payments/:entry/reversal', { params: payment, body: { note: 'Bounced' } });
  }

  async function refundPayment() {
    const payment = await anyPayment();
    if (!payment) return undefined;
    const body = { amount: 1 + random.below(20), reason: 'Paid too much', key: randomUUID() };
    return attempt('POST /api/customers/:id/payments/:entry/refunds', { params: payment, body });
  }

  async function anyPayment() {
    const { id } = random.pick(listed(breweries));
    const { data } = await staff.send('GET /api/customers/:id/ledger', { params: { id } });
    const entry = random.anyOf(data.filter(({ kind, reversed }) => kind === 'payment' && !reversed));
    return entry && { id, entry: entry.id };
  }

  async function creditInvoice() {
    const invoice = random.anyOf((await anyOrder())?.invoices ?? []);
    if (!invoice) return undefined;
    const body = { amount: 1 + random.below(20), reason: 'Short weight', key: randomUUID() };
    return attempt('POST /api/invoices/:id/credit-notes', { params: { id: invoice.number }, body });
  }

  /** The one before this, or a month that is not over. */
  function closeMonth() {
    const day = addDays(farmDay(clock.now.toISOString()), random.percent(50) ? 0 : -31);
    return attempt('POST /api/books/closings', { body: { month: day.slice(0, 7) } });
  }

  function setTerms() {
    const { id, email } = random.pick(listed(breweries));
    const body = { days: random.pick([14, 30]), credit_limit: 1_000_000, login: email };
    return attempt('PUT /api/customers/:id/terms', { params: { id }, body });
  }

  async function editCustomer() {
    const { id } = random.pick(listed(breweries));
    const { data } = await staff.send('GET /api/customers/:id', { params: { id } });
    const { name, company, email, phone, address, version } = data;
    const body = { name, company, email: email ?? '', phone, address, notes: randomUUID(), version };
    return attempt('PUT /api/customers/:id', { params: { id }, body });
  }

  function certify() {
    const params = { id: random.pick(listed(breweries)).id };
    if (random.percent(30)) return attempt('DELETE /api/customers/:id/resale-certificate', { params });
    const form = { expires_on: '2099-01-01' };
    return attempt('PUT /api/customers/:id/resale-certificate', { params, form, certificate: pdf(randomUUID()) });
  }

  async function enterStock() {
    const { id } = random.pick(listed(hops));
    const kind = random.pick(['harvest', 'loss', 'sample', 'correction', 'move']);
    const lots = await lotsOf(id);
    const [from, to] = [random.anyOf(lots), random.anyOf(lots)];
    const place = { ...(from && { lot_id: from.id }), ...(to && kind === 'move' && { to_lot_id: to.id }) };
    const body = { product_id: id, kind, pounds: 1 + random.below(5), note: '', key: randomUUID(), ...place };
    return post('/api/stock-moves', body, staff);
  }

  async function editProduct() {
    const hop = (await staff.send('GET /api/products/admin')).data.find(
      ({ id }) => id === random.pick(listed(hops)).id,
    );
    if (!hop) return undefined;
    const { name, type, flavor, alpha_acid, beta_acid, total_oil, aromas, description, price, stock } = hop;
    const counted = random.percent(30) ? stock + random.below(5) : stock;
    const form = {
      ...{ name, type, flavor: flavor ?? '', alpha_acid, beta_acid, total_oil, aromas, description, price },
      ...{ stock: counted, stock_seen: stock },
    };
    return attempt('PUT /api/products/admin/:id', { params: { id: hop.id }, form });
  }

  function addLot() {
    const params = { id: random.pick(listed(hops)).id };
    const form = { ...lot, number: randomUUID().slice(0, 20), ...(random.percent(50) && { stock: 5 }) };
    return attempt('POST /api/products/admin/:id/lots', { params, form });
  }

  async function setCurrentLot() {
    const { id } = random.pick(listed(hops));
    const chosen = random.anyOf(await lotsOf(id));
    const body = { lot_id: chosen && random.percent(90) ? chosen.id : null };
    return attempt('PUT /api/products/admin/:id/current-lot', { params: { id }, body });
  }

  async function editLot() {
    const chosen = random.anyOf(await lotsOf(random.pick(listed(hops)).id));
    if (!chosen) return undefined;
    const params = { id: chosen.id };
    if (random.percent(30)) return attempt('DELETE /api/lots/admin/:id', { params });
    return attempt('PUT /api/lots/admin/:id', { params, form: { ...lot, number: chosen.number } });
  }

  async function lotsOf(id: number) {
    return (await staff.send('GET /api/products/admin/:id/lots', { params: { id } })).data;
  }

  async function editHarvest() {
    const { data } = await staff.send('GET /api/harvests/admin');
    const found = data.find(({ id }) => id === harvest);
    if (!found) return undefined;
    const { kind, status, expected_on, price, note, deposit_percent, version } = found;
    const body = {
      kind,
      status,
      expected_on,
      price,
      note,
      deposit_percent,
      version,
      days: [],
      pounds: found.pounds + 1,
    };
    return attempt('PUT /api/harvests/admin/:id', { params: { id: harvest }, body });
  }

  async function removeHarvest() {
    const id = await addHarvest(random.pick(listed(hops)).id);
    return attempt('DELETE /api/harvests/admin/:id', { params: { id } });
  }

  async function weigh() {
    const { data } = await staff.send('GET /api/harvests/admin/:id/reservations', { params: { id: harvest } });
    const held = random.anyOf(data.filter(({ state }) => state === 'held'));
    return held && post(`/api/reservations/${held.id}/weight`, { pounds: 1 + random.below(3) }, staff);
  }

  async function newestOrders() {
    const { data } = await staff.send('GET /api/orders/admin', { query: { page: 1 } });
    return data.slice(0, NEWEST);
  }

  async function anyOrder() {
    const chosen = random.anyOf(await newestOrders());
    return chosen && (await staff.send('GET /api/orders/:id', { params: { id: chosen.id } })).data;
  }

  function attempt<N extends EndpointName>(name: N, input: Parameters<typeof staff.attempt<N>>[1]): Promise<Answer> {
    return staff.attempt(name, input);
  }

  async function post(path: string, body: object, as: Pick<ApiClient, 'fetch'> = visitor, key = randomUUID()) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const response = await as.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  }
}

function listed<T>(all: readonly T[]): [T, ...T[]] {
  const [first, ...others] = all;
  if (first === undefined) throw new Error('There is none.');
  return [first, ...others];
}
