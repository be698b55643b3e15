// The people, hops and orders of the API examples.
import { defaultSettings } from '#contracts/default-settings.ts';
import { showPictures } from '#contracts/setting-pictures.ts';
import { sections } from '#contracts/setting-sections.ts';

export const person = {
  id: 12,
  name: 'Dana Whitlock',
  email: 'dana@tulefog.example',
  role: 'customer',
  staff_role: null,
};

export const staffMember = {
  id: 3,
  name: 'Finch Adair',
  email: 'finch@farm.example',
  staff_role: 'writer',
  state: 'active',
  two_factor: true,
  last_used_at: '2026-09-14T17:00:00.000Z',
};
export const customer = {
  id: 12,
  name: 'Dana Whitlock',
  company: 'Tulefog Brewing',
  email: 'dana@tulefog.example',
  phone: '(707) 555-0188',
  address: '1 Levee Road',
  notes: 'Calls before pickup.',
  login: 'dana@tulefog.example',
  last_order_at: '2026-09-14T17:00:00.000Z',
  version: 3,
};
export const terms = {
  days: 30,
  credit_limit: 4000,
  balance: 275,
  overdue: 0,
  login: 'dana@tulefog.example',
  account: 'confirmed',
  account_asked_at: '2026-09-01T17:00:00.000Z',
};
export const listedInvoice = {
  ...{ number: 12, kind: 'invoice', order_id: 71, issued_on: '2026-09-14', due_on: '2026-10-14' },
  ...{ amount: 275, open: 275, key: 'INVOICE_KEY' },
};
export const invoice = {
  ...{ ...listedInvoice, credits: null, po_number: 'PO-2026-118' },
  seller: { name: 'Kingfisher Hops', lines: ['2 Slough Road', '(530) 555-0100'] },
  bill_to: { name: 'Tulefog Brewing', lines: ['Dana Whitlock', '1 Levee Road'] },
  lines: [{ text: 'Cascade', pounds: 22, price: 12.5, amount: 275 }],
};
export const creditNote = {
  ...{ ...invoice, number: 13, kind: 'credit note', credits: 12, amount: 25, open: 0, due_on: '2026-09-14' },
  lines: [{ text: 'Two pounds arrived wet', pounds: null, price: null, amount: 25 }],
};
export const ledgerEntry = {
  ...{
    id: 32,
    day: '2026-09-14',
    kind: 'invoice',
    amount: 275,
    balance: 275,
    invoice: 12,
    invoice_key: 'INVOICE_KEY',
    order_id: 71,
  },
  ...{ method: null, note: '', who: null, reversed: false },
};
export const login = { token: 'YOUR_TOKEN', user: person };

export const session = {
  id: 'c1d9a7',
  address: '203.0.113.7',
  device: 'Firefox on Linux',
  created_at: '2026-09-12T16:04:00.000Z',
  used_at: '2026-09-14T17:00:00.000Z',
  current: true,
};

export const pagination = {
  total: 1,
  per_page: 10,
  current_page: 1,
  last_page: 1,
  next_page_url: null,
  prev_page_url: null,
};

export const email = {
  id: 311,
  recipient: 'dana@tulefog.example',
  subject: 'Your order 1042 at Kingfisher Hops',
  created_at: '2026-09-14T17:42:00.000Z',
  state: 'waiting',
  sent_at: null,
  next_try_at: '2026-09-14T17:47:10.000Z',
  tries: 2,
  last_error: 'Message failed: 451 4.7.1 Try again later',
  order_id: 1042,
  invoice: null,
  secret: false,
};

export const auditEntry = {
  id: 41,
  at: '2026-09-14T17:42:00.000Z',
  who: 'Wren',
  action: 'order marked ready',
  subject: 'Order 1042',
  subject_id: 1042,
};

export const post = {
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

export const postRevision = {
  version: 2,
  at: '2026-09-12T16:20:00.000Z',
  who: 'Finch Adair',
  restored_version: null,
  changes: [{ field: 'title', before: 'A pale ale', after: post.title }],
};

export const product = {
  id: 2,
  slug: 'cascade',
  name: 'Cascade',
  type: 'Dual purpose',
  flavor: 'Citrus and melon with a dry, spicy edge',
  alpha_acid: 9.8,
  beta_acid: 4.1,
  total_oil: 1.9,
  aromas: 'citrus, melon, spicy',
  description: 'Half English, half wild American, and it shows.',
  image_url: '/uploads/products/7be02f41c9d83a65-2000x1333.jpg',
  image: '/uploads/products/7be02f41c9d83a65-2000x1333.jpg',
  price: 14.5,
  tiers: [{ from: 44, price: 13.5 }],
  stock: 260,
  version: 1,
};

export const productForm = {
  name: 'Cascade',
  type: 'Dual purpose',
  flavor: 'Citrus and melon with a dry, spicy edge',
  alpha_acid: '9.8',
  beta_acid: '4.1',
  total_oil: '1.9',
  aromas: 'citrus, melon, spicy',
  description: 'Half English, half wild American, and it shows.',
  price: '14.50',
  stock: '260',
  tiers: '[{"from": 44, "price": 13.5}]',
};

export const lot = {
  id: 5,
  number: 'CA-26-01',
  harvest_year: 2026,
  form: 'Whole cones',
  moisture: 8.8,
  storage_index: 0.27,
  tested_on: '2026-09-18',
  alpha_acid: 9.8,
  beta_acid: 4.1,
  total_oil: 1.9,
  certificate_url: '/uploads/certificates/9c2d4e6f80a1b3c5.pdf',
};
export const managedLot = { ...lot, product_id: 2, current: true, stock: 238, orders: 1, pounds: 22, version: 1 };

export const publishedLot = {
  ...lot,
  product: {
    name: product.name,
    slug: product.slug,
    type: product.type,
    aromas: product.aromas,
    on_sale: true,
  },
};

export const lotForm = {
  number: 'CA-26-01',
  harvest_year: '2026',
  form: 'Whole cones',
  moisture: '8.8',
  storage_index: '0.27',
  tested_on: '2026-09-18',
  alpha_acid: '9.8',
  beta_acid: '4.1',
  total_oil: '1.9',
};

const placed = { id: 1042, quantity: 22, status: 'paid', created_at: '2026-09-14T17:40:00.000Z' };

export const listedOrder = {
  ...placed,
  name: 'Dana Whitlock',
  email: 'dana@tulefog.example',
  address: '412 Second Street, Rio Vista, CA 94571',
  phone: '(707) 555-0188',
  location_option: 'delivery',
  payment_id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY',
};
export const myOrder = { ...placed, total: 319 };

export const order = {
  ...listedOrder,
  on_terms: false,
  pay_first: false,
  lines: [
    {
      product_id: 2,
      name: 'Cascade',
      price: 14.5,
      pounds: 22,
      amount: 319,
      lots: [{ id: 5, number: 'CA-26-01', pounds: 22, certificate_url: lot.certificate_url }],
    },
  ],
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
export const orderNote = {
  ...{ id: 8, text: 'We will call before we come.', for_buyer: true },
  ...{ at: '2026-09-15T15:12:00.000Z', who: 'Wren' },
};
export const refundChange = {
  ...{ id: 3, at: '2026-09-15T15:12:00.000Z', lines: ['Refunded Cascade: 2 lbs, $29.00, back in stock'] },
  ...{ who: 'Wren', reason: 'One bag was torn.' },
};
export const freightChange = {
  ...{ id: 3, at: '2026-09-15T15:12:00.000Z', lines: ['Freight by UPS: $18.00'] },
  ...{ who: 'Wren', reason: 'Agreed by phone.' },
};
export const packedLots = [
  { id: 4, number: 'CA-25-03', pounds: 8, certificate_url: null },
  { id: 5, number: 'CA-26-01', pounds: 14, certificate_url: lot.certificate_url },
];
export const packedChange = {
  ...{ id: 4, at: '2026-09-15T15:08:00.000Z', who: 'Wren', reason: 'Packed' },
  lines: ['Cascade packed: CA-26-01 → CA-25-03 (8 lbs), CA-26-01 (14 lbs)'],
};
export const freightInvoice = { number: 13, due_on: '2026-09-22', amount: 18, open: 18, key: 'KEY_OF_THE_INVOICE' };
export const shipment = { carrier: 'UPS', tracking_number: '1Z 999 AA1 01 2345 6784' };
export const readyEvent = { status: 'ready', at: '2026-09-15T15:10:00.000Z', who: 'Wren', note: null };

export const paymentAlert = {
  id: 7,
  at: '2026-09-14T18:00:00.000Z',
  payment_id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY',
  order_id: 1042,
  what: 'was refunded at the card provider, not in the shop',
};

export const ordersCsv = `Order ID,Created At,Status,Customer Name,Customer Email,Customer Address,Customer Phone,Location Option,Pounds,Total,Payment ID,Lines
1042,2026-09-14 10:40,paid,Dana Whitlock,dana@tulefog.example,"412 Second Street, Rio Vista, CA 94571",(707) 555-0188,delivery,22,319.00,bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY,Cascade 22 lbs (lot CA-26-01)
`;
export const pdf = '%PDF-1.3 ...';
export const recallSheet = `Order ID,Created At,Status,Customer Name,Customer Email,Customer Phone,Customer Address,Location Option,Product,Lot,Pounds
1042,2026-09-14 10:40,paid,Dana Whitlock,dana@tulefog.example,(707) 555-0188,"412 Second Street, Rio Vista, CA 94571",delivery,Cascade,CA-26-01,22
`;

const totals = { revenue: 319, pounds: 22, orders: 1 };
export const sales = {
  from: '2026-08-16',
  to: '2026-09-14',
  total: totals,
  open: 0,
  before: { revenue: 0, pounds: 0, orders: 0 },
  last_year: totals,
  periods: [{ ...totals, from: '2026-09-14', to: '2026-09-14', last_year: totals }],
  products: [{ id: 2, name: 'Cascade', revenue: 319, pounds: 22 }],
  statuses: [{ status: 'paid', orders: 1, amount: 319 }],
};

export const libraryPicture = {
  name: '3f1c9a0b7d2e4856-1200x800.jpg',
  url: '/blogs/3f1c9a0b7d2e4856-1200x800.jpg',
  width: 1200,
  height: 800,
  alt: 'Hop bines on their strings, seen from the levee',
  version: 1,
  created_at: '2026-09-12T16:20:00.000Z',
  uses: [{ where: 'Product Cascade', path: '/products/comet' }],
  removal_at: null,
};

export const backup = {
  name: 'farm-2026-09-14T09-00-00.000Z.backup',
  bytes: 18_734_112,
  created_at: '2026-09-14T09:00:00.000Z',
};

export const dashboard = {
  products: { total: 2, low_stock: 0 },
  orders: { total: 1, by_status: [{ status: 'paid', count: 1 }], recent: 1 },
  sales: {
    total_revenue: '319.00',
    average_order_value: '319.00',
    top_products: [{ id: 2, name: 'Cascade', quantity: 22, revenue: 319 }],
  },
  to_do: {
    to_pack: 1,
    to_hand_over: 0,
    payments_to_look_at: 0,
    to_refund: [],
    resale_certificates: 0,
    accounts_to_confirm: [],
    undelivered_emails: 0,
    overdue: { invoices: 0, amount: 0 },
  },
  last_backup_at: '2026-09-14T09:00:00.000Z',
};

export const breweriesSection = {
  section: 'breweries' as const,
  version: 4,
  value: { breweries: [{ name: 'Tule Fog Brewing', brews: 'Low Visibility IPA, Levee Lager' }] },
  saved_at: '2026-10-01T17:00:00.000Z',
  saved_by: 'Wren',
};

export const gettingStarted = { steps: [{ name: 'address' as const, done: true }], hidden: false };

const builtNames = { 'hero.jpg': 'd41c8cd98f00b204-2000x1125.jpg' };
export const homeWords = showPictures(sections.home, defaultSettings.home, builtNames);
export const storyWords = showPictures(sections.story, defaultSettings.story, builtNames);
