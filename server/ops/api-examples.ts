// Example requests and responses of the endpoints that other programs use most, shown at /api/docs. Those of the rest follow from
// their schemas. A test validates all of them.
import type { Endpoint } from '#contracts/endpoint.ts';
import type { EndpointName } from '#contracts/endpoints.ts';
import { deriveExample, type Example } from './derive-example.ts';

const person = { name: 'Dana Whitlock', email: 'dana@tulefog.example' };
const phone = '(707) 555-0188';
const bought = { status: 'success', error: null, order: { id: 1042, key: 'KEY_OF_THE_ORDER' } };

const post = {
  id: 3,
  title: 'A pale ale to try with Cascade',
  content: '<p>One malt, one yeast, Cascade three ways.</p>',
  excerpt: 'One malt, one yeast, Cascade three ways.',
  image_url: '3f1c9a0b7d2e4856-1200x800.jpg',
  description: 'A recipe for one barrel of pale ale with Cascade hops.',
  created_at: '2026-09-12T16:00:00.000Z',
  published_at: '2026-09-12T16:00:00.000Z',
  updated_at: '2026-09-12T16:00:00.000Z',
  day: '2026-09-12',
  version: 1,
};

const analysis = { alpha_acid: 9.8, beta_acid: 4.1, total_oil: 1.9 };
const product = {
  ...analysis,
  id: 2,
  slug: 'cascade',
  name: 'Cascade',
  type: 'Dual purpose',
  flavor: 'Citrus and melon with a dry, spicy edge',
  aromas: 'citrus, melon, spicy',
  description: 'Half English, half wild American, and it shows.',
  image_url: '/uploads/products/7be02f41c9d83a65-2000x1333.jpg',
  image: '/uploads/products/7be02f41c9d83a65-2000x1333.jpg',
  price: 14.5,
  tiers: [{ from: 44, price: 13.5 }],
  stock: 260,
  version: 1,
};
const lot = {
  ...analysis,
  id: 5,
  number: 'CA-26-01',
  harvest_year: 2026,
  form: 'Whole cones',
  moisture: 8.8,
  storage_index: 0.27,
  tested_on: '2026-09-18',
  certificate_url: '/uploads/certificates/9c2d4e6f80a1b3c5.pdf',
};
const soldLots = [{ id: lot.id, number: lot.number, pounds: 22, certificate_url: lot.certificate_url }];

const harvest = {
  id: 4,
  product_id: 2,
  hop: 'Cascade',
  slug: 'cascade',
  kind: 'dried',
  status: 'ripening',
  expected_on: '2026-09-03',
  pounds: 400,
  price: 16,
  note: '',
  deposit_percent: 25,
  left: 350,
  days: [],
  updated_at: '2026-08-20T16:00:00.000Z',
};

/** As it is for who has its key: without the buyer's name and address. */
const order = {
  id: 1042,
  name: null,
  email: null,
  address: null,
  phone: null,
  payment_id: null,
  quantity: 22,
  location_option: 'delivery',
  status: 'paid',
  created_at: '2026-09-14T17:40:00.000Z',
  on_terms: false,
  pay_first: false,
  lines: [{ product_id: 2, name: 'Cascade', price: 14.5, pounds: 22, amount: 319, lots: soldLots }],
  charges: [],
  total: 319,
  refunded: 0,
  po_number: null,
  invoice: null,
  invoices: [],
  customer_id: 12,
  card: 'Visa ending 1111',
  shipment: null,
  history: [
    { status: 'pending', at: '2026-09-14T17:40:00.000Z', who: null, note: null },
    { status: 'paid', at: '2026-09-14T17:40:02.000Z', who: null, note: null },
  ],
  changes: [],
  version: 1,
  notes: [],
  refunding: false,
  refundable: true,
  refund_left: 319,
  refused_refund: null,
  dispute: null,
  reservation: null,
};

const examples: Partial<Record<EndpointName, Example>> = {
  'POST /api/register': {
    body: { ...person, password: 'pale ale and a river' },
    response: { message: "You're signed up. You can log in now." },
  },
  'POST /api/login': {
    body: { email: person.email, password: 'pale ale and a river' },
    response: {
      token: 'YOUR_TOKEN',
      user: { ...person, id: 12, role: 'customer', staff_role: null },
      message: 'Logged in.',
    },
  },
  'GET /api/blogs': {
    query: { page: '1' },
    response: {
      data: [post],
      pagination: {
        total: 1,
        per_page: 10,
        current_page: 1,
        last_page: 1,
        next_page_url: null,
        prev_page_url: null,
      },
    },
  },
  'GET /api/blogs/:id': {
    params: { id: '3' },
    response: {
      data: post,
      previous: { id: 2, title: 'First bags of the season are tied and weighed' },
      next: null,
      hops: [{ slug: 'cascade', name: 'Cascade' }],
    },
  },
  'GET /api/products': { response: { data: [product] } },
  'GET /api/products/:slug': { params: { slug: 'cascade' }, response: { data: { ...product, lot } } },
  'GET /api/lots/:number': {
    params: { number: lot.number },
    response: {
      data: [
        {
          ...lot,
          product: { name: 'Cascade', slug: 'cascade', type: product.type, aromas: product.aromas, on_sale: true },
        },
      ],
      today: '2026-11-18',
    },
  },
  'GET /api/harvests': { response: { data: [harvest] } },
  'POST /api/harvests/:id/reservations': {
    params: { id: '4' },
    headers: { 'Idempotency-Key': '7c1f0a3e-55a0-4c5e-b7a2-1f8f3f2f9d10' },
    body: { ...person, phone, sourceId: 'cnon:card-nonce-ok', amount: 20_000, pounds: 50, day_id: null },
    response: bought,
  },
  'POST /api/process-payment': {
    headers: { 'Idempotency-Key': 'b1f6c1de-6c0e-4d5c-9a35-0d6e5f0a7c11' },
    body: {
      sourceId: 'cnon:card-nonce-ok',
      amount: 31_900,
      orderDetails: {
        ...person,
        phone,
        items: [{ productId: 2, quantity: 22 }],
        address: '412 Second Street, Rio Vista, CA 94571',
        locationOption: 'delivery',
      },
    },
    response: bought,
  },
  'POST /api/process-payment/outcome': {
    headers: { 'Idempotency-Key': 'b1f6c1de-6c0e-4d5c-9a35-0d6e5f0a7c11' },
    response: bought,
  },
  'GET /api/orders/:id': { params: { id: '1042' }, query: { key: 'KEY_OF_THE_ORDER' }, response: { data: order } },
  'GET /api/delivery-areas/:zip': {
    params: { zip: '97201' },
    query: { pounds: '22' },
    response: {
      data: {
        zip: '97201',
        place: 'Portland, OR',
        miles: 511,
        area: 'far',
        freight: { carrier: 'UPS', price: 18 },
      },
    },
  },
};

export const exampleOf = (name: string, spec: Partial<Endpoint>): Example =>
  Object.entries(examples).find(([each]) => each === name)?.[1] ?? deriveExample(spec);
