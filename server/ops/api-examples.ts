// An example request and response for every endpoint, shown at /api/docs. A test validates them against the schemas.
import { defaultSettings } from '#contracts/default-settings.ts';
import * as sample from './api-example-data.ts';
import { bookExamples } from './api-examples/books.ts';
import type { DocumentedName, Example } from './api-examples/example.ts';
import { stockExamples } from './api-examples/stock.ts';

const message = (text: string) => ({ message: text });
const page = (data: object[]) => ({ data, pagination: sample.pagination });
const section = { section: 'breweries' };
const id = (value: number) => ({ id: String(value) });

const { id: _, login: __, last_order_at: ___, version: ____, ...customerFields } = sample.customer;

export const examples: Record<DocumentedName, Example> = {
  ...bookExamples,
  ...stockExamples,
  'POST /api/register': {
    body: { name: 'Dana Whitlock', email: 'dana@tulefog.example', password: 'pale ale and a river' },
    response: message("You're signed up. You can log in now."),
  },
  'POST /api/login': {
    body: { email: 'dana@tulefog.example', password: 'pale ale and a river' },
    response: { ...sample.login, message: 'Logged in.' },
  },
  'POST /api/logout': { response: message('Logged out.') },
  'GET /api/account': { response: { data: { ...sample.person, must_set_up_two_factor: false } } },
  'PUT /api/account/password': {
    body: { current_password: 'pale ale and a river', password: 'an amber ale and a slough' },
    response: { ...sample.login, message: 'Your password was changed.' },
  },
  'GET /api/account/sessions': { response: { data: [sample.session] } },
  'DELETE /api/account/sessions/:id': {
    params: { id: sample.session.id },
    response: message('Logged out on that device.'),
  },
  'DELETE /api/account/sessions': { response: message('Logged out everywhere else.') },
  'GET /api/account/second-factor': { response: { data: { since: null, recovery_codes_left: 0 } } },
  'POST /api/account/second-factor': {
    body: { password: 'pale ale and a river' },
    response: {
      data: {
        secret: 'JBSWY3DPEHPK3PXP',
        link: 'otpauth://totp/Kingfisher%20Hops:wren%40farm.example?secret=JBSWY3DPEHPK3PXP',
      },
    },
  },
  'POST /api/account/second-factor/confirmation': {
    body: { code: '492039' },
    response: { data: { recovery_codes: ['k3vm-x8qa', '7tdn-2hwp'] } },
  },
  'POST /api/account/second-factor/removal': {
    body: { password: 'pale ale and a river', code: '492039' },
    response: message('Two-step login is off.'),
  },
  'POST /api/password-reset-requests': {
    body: { email: 'dana@tulefog.example' },
    response: message('If this email has an account, we have sent a link to set a new password.'),
  },
  'POST /api/password-resets': {
    body: { token: 'TOKEN_FROM_THE_LINK', password: 'an amber ale and a slough' },
    response: message('Your password was changed. You can log in now.'),
  },

  'GET /api/settings/:section': { params: section, response: { data: sample.breweriesSection } },
  'PUT /api/settings/:section': {
    params: section,
    body: { version: 3, value: sample.breweriesSection.value },
    response: { data: sample.breweriesSection },
  },
  'GET /api/settings/:section/versions': {
    params: section,
    response: { data: [sample.breweriesSection], more: false },
  },
  'POST /api/settings/:section/previews': {
    params: section,
    body: { value: sample.breweriesSection.value },
    response: { data: { url: '/preview/sample', expires_at: '2026-10-01T18:00:00.000Z' } },
  },
  'POST /api/settings/:section/restore': {
    params: section,
    body: { version: 4, restore: 2 },
    response: { data: sample.breweriesSection },
  },
  'GET /api/status': {
    response: {
      data: [
        {
          name: 'Last backup',
          state: 'attention',
          text: '3 days ago.',
          advice: 'Make one.',
          href: '/dashboard/backups',
        },
      ],
    },
  },
  'GET /api/getting-started': { response: { data: sample.gettingStarted } },
  'PUT /api/getting-started': { body: { hidden: false }, response: { data: sample.gettingStarted } },
  'GET /api/words/home': {
    response: { data: { home: sample.homeWords, breweries: sample.breweriesSection.value.breweries } },
  },
  'GET /api/words/story': { response: { data: sample.storyWords } },
  'GET /api/words/gallery': {
    response: {
      data: {
        note: 'A year on the farm.',
        pictures: [
          {
            folder: '/blogs/',
            name: '0a1b2c3d4e5f6071-1200x800.jpg',
            caption: 'Young bines on their strings.',
            alt: 'Young hop shoots climbing strings.',
          },
        ],
      },
    },
  },
  'GET /api/words/legal/:page': {
    params: { page: 'refunds' },
    response: { data: { title: 'Refunds and shipping', ...defaultSettings.legal.refunds } },
  },
  'GET /api/words/faqs': { response: { data: defaultSettings.faqs } },
  'GET /api/customers': { query: { q: 'tulefog' }, response: { data: [sample.customer], more: false } },
  'POST /api/customers': { body: customerFields, response: { data: { ...sample.customer, login: null, version: 1 } } },
  'GET /api/customers/:id': { params: id(12), response: { data: sample.customer } },
  'PUT /api/customers/:id': {
    params: id(12),
    body: { ...customerFields, version: 2 },
    response: { data: sample.customer },
  },
  'GET /api/customers/:id/orders': {
    params: id(12),
    query: { before: '88' },
    response: {
      data: [
        {
          id: 71,
          created_at: sample.customer.last_order_at,
          quantity: 22,
          status: 'completed',
          location_option: 'pickup',
          total: 275,
        },
      ],
      more: false,
    },
  },
  'GET /api/account/terms': { response: { data: { days: 30, available: 3725 } } },
  'POST /api/orders/on-terms': {
    body: {
      amount: 27_500,
      orderDetails: {
        items: [{ productId: 1, quantity: 22 }],
        name: sample.customer.name,
        email: sample.customer.email,
        phone: sample.customer.phone,
        locationOption: 'pickup',
      },
      poNumber: 'PO-2026-118',
    },
    response: { order: { id: 71, key: 'ORDER_KEY' }, invoice: 12, invoice_key: 'INVOICE_KEY' },
  },
  'POST /api/orders/:id/notes': {
    params: id(1042),
    body: { text: 'We will call before we come.', for_buyer: true },
    response: { data: { ...sample.order, notes: [sample.orderNote] } },
  },
  'POST /api/orders/desk': {
    body: {
      ...{ customer_id: 12, payment: 'cash', amount: 27_500, poNumber: '' },
      orderDetails: {
        items: [{ productId: 1, quantity: 22 }],
        name: sample.customer.name,
        email: sample.customer.email,
        phone: sample.customer.phone,
        locationOption: 'pickup',
      },
    },
    response: { order: { id: 72, key: 'ORDER_KEY' }, invoice: 13, invoice_key: 'INVOICE_KEY' },
  },
  'GET /api/account/invoices': { response: { data: [sample.listedInvoice] } },
  'GET /api/invoices/:id': { params: id(12), query: { key: 'INVOICE_KEY' }, response: { data: sample.invoice } },
  'POST /api/invoices/:id/payments': {
    params: id(12),
    query: { key: 'INVOICE_KEY' },
    headers: { 'Idempotency-Key': '5f1c2b9e-8c1d-4e56-9d0a-2b7f3c1e4a90' },
    body: { sourceId: 'CARD_TOKEN', amount: 35200 },
    response: { status: 'success', error: null },
  },
  'POST /api/invoices/:id/credit-notes': {
    params: id(12),
    body: { amount: 25, reason: 'Two pounds arrived wet', key: '5f2b9c04-credit' },
    response: { data: sample.creditNote },
  },
  'GET /api/customers/:id/terms': { params: id(12), response: { data: sample.terms } },
  'PUT /api/customers/:id/terms': {
    params: id(12),
    body: { days: 30, credit_limit: 4000, login: 'dana@tulefog.example' },
    response: { data: sample.terms },
  },
  'GET /api/customers/:id/invoices': { params: id(12), response: { data: [sample.listedInvoice] } },
  'GET /api/customers/:id/ledger': { params: id(12), response: { data: [sample.ledgerEntry], more: false } },
  'POST /api/customers/:id/payments': {
    params: id(12),
    body: { amount: 275, method: 'check', received_on: '2026-10-01', note: 'Check 1184', key: '5f2b9c04-payment' },
    response: { data: { ...sample.terms, balance: 0 } },
  },
  'POST /api/customers/:id/payments/:entry/refunds': {
    params: { id: '12', entry: '31' },
    body: { amount: 32, reason: 'The order was canceled', key: '1c0a6c1e-refund' },
    response: { data: sample.terms },
  },
  'POST /api/customers/:id/payments/:entry/reversal': {
    params: { id: '12', entry: '33' },
    body: { note: 'The check bounced' },
    response: { data: sample.terms },
  },
  'GET /api/people': { response: { data: [sample.staffMember] } },
  'POST /api/people': {
    body: { name: sample.staffMember.name, email: sample.staffMember.email, staff_role: 'writer' },
    response: { data: { ...sample.staffMember, state: 'invited', two_factor: false, last_used_at: null } },
  },
  'PUT /api/people/:id': { params: id(3), body: { staff_role: 'writer' }, response: { data: sample.staffMember } },
  'POST /api/people/:id/invitation': {
    params: id(3),
    response: { data: { ...sample.staffMember, state: 'invited', two_factor: false } },
  },
  'POST /api/people/:id/deactivation': {
    params: id(3),
    response: { data: { ...sample.staffMember, state: 'deactivated', two_factor: false } },
  },
  'DELETE /api/people/:id/sessions': {
    params: id(3),
    response: message('Finch Adair is logged out everywhere.'),
  },

  'GET /api/emails': {
    query: { unsent: 'true' },
    response: { data: [sample.email], next_page_url: null, has_mail_server: true },
  },
  'GET /api/emails/:id': { params: id(311), response: { data: { ...sample.email, text: 'Hi Dana, ...' } } },
  'POST /api/emails/:id/deliveries': { params: id(311), response: { data: sample.email } },

  'GET /api/backups': {
    response: { data: [sample.backup], folder: '/data/backups', last_backup_at: sample.backup.created_at, run: null },
  },
  'POST /api/backups': {
    response: {
      data: { state: 'running', started_at: '2026-09-14T09:00:00.000Z', step: 'rows', done: 0, total: 0 },
    },
  },
  'GET /api/backups/:name': { params: { name: sample.backup.name }, response: 'The bytes of the backup' },

  'GET /api/audit': { query: { before: '42' }, response: { data: [sample.auditEntry], next_page_url: null } },

  'GET /api/blogs': { query: { page: '1' }, response: page([sample.post]) },
  'GET /api/blogs/:id': {
    params: id(3),
    response: {
      data: sample.post,
      previous: { id: 2, title: 'First bags of the season are tied and weighed' },
      next: null,
      hops: [{ slug: 'cascade', name: 'Cascade' }],
    },
  },
  'GET /api/blogs/:id/preview': {
    params: id(3),
    query: { token: 'TOKEN_FROM_THE_LINK' },
    response: {
      data: { ...sample.post, published_at: null },
      previous: { id: 2, title: 'First bags of the season are tied and weighed' },
      next: null,
      hops: [{ slug: 'comet', name: 'Cascade' }],
      preview_until: '2026-09-19T16:00:00.000Z',
    },
  },
  'GET /api/admin/blogs': { query: { page: '1' }, response: page([sample.post]) },
  'POST /api/admin/blogs': {
    form: {
      ...{ title: sample.post.title, description: sample.post.description, published_at: sample.post.published_at },
      content: sample.post.content,
    },
    response: { data: sample.post },
  },
  'POST /api/admin/blogs/pictures': {
    form: {},
    response: { data: { url: '/blogs/3f1c9a0b7d2e4856-1200x800.jpg', width: 1200, height: 800 } },
  },
  'PUT /api/admin/blogs/:id': {
    params: id(3),
    form: { title: sample.post.title, content: sample.post.content, version: '1' },
    response: { data: { ...sample.post, version: 2 } },
  },
  'DELETE /api/admin/blogs/:id': { params: id(3), response: message('The blog post was deleted.') },
  'GET /api/admin/blogs/:id/revisions': {
    params: id(3),
    response: { data: [sample.postRevision], next_page_url: null },
  },
  'POST /api/admin/blogs/:id/restorations': {
    params: id(3),
    body: { to: 1, version: 2 },
    response: { data: { ...sample.post, version: 3 } },
  },
  'GET /api/admin/blogs/:id/preview-link': {
    params: id(3),
    response: { data: { expires_at: '2026-09-19T16:00:00.000Z' } },
  },
  'POST /api/admin/blogs/:id/preview-link': {
    params: id(3),
    response: {
      data: {
        url: 'https://hops.example/blog/3?preview=TOKEN_FROM_THE_LINK',
        expires_at: '2026-09-19T16:00:00.000Z',
      },
    },
  },
  'DELETE /api/admin/blogs/:id/preview-link': {
    params: id(3),
    response: message('The preview link no longer works.'),
  },

  'GET /api/pictures': { query: { page: '1' }, response: page([sample.libraryPicture]) },
  'POST /api/pictures': { form: { alt: sample.libraryPicture.alt }, response: { data: sample.libraryPicture } },
  'PUT /api/pictures/:name': {
    params: { name: sample.libraryPicture.name },
    body: { alt: sample.libraryPicture.alt, version: 1 },
    response: { data: { ...sample.libraryPicture, version: 2 } },
  },
  'DELETE /api/pictures/:name': {
    params: { name: sample.libraryPicture.name },
    response: message('The picture was removed.'),
  },

  'GET /api/products': { response: { data: [sample.product] } },
  'GET /api/products/:slug': {
    params: { slug: 'cascade' },
    response: { data: { ...sample.product, lot: sample.lot } },
  },
  'GET /api/hops': { response: { data: [{ ...sample.product, lot: sample.lot }] } },
  'GET /api/products/admin': { response: { data: [sample.product] } },
  'POST /api/products/admin': { form: sample.productForm, response: { data: sample.product } },
  'PUT /api/products/admin/:id': {
    params: id(2),
    form: { ...sample.productForm, stock_seen: '260', version: '1' },
    response: { data: { ...sample.product, version: 2 } },
  },
  'DELETE /api/products/admin/:id': { params: id(2), response: message('The product was deleted.') },

  'GET /api/products/admin/:id/lots': { params: id(2), response: { data: [sample.managedLot] } },
  'POST /api/products/admin/:id/lots': {
    params: id(2),
    form: sample.lotForm,
    response: { data: { ...sample.managedLot, current: false, orders: 0, pounds: 0 } },
  },
  'PUT /api/products/admin/:id/current-lot': {
    params: id(2),
    body: { lot_id: 5 },
    response: { data: [sample.managedLot] },
  },
  'PUT /api/lots/admin/:id': {
    params: id(5),
    form: { ...sample.lotForm, version: '1' },
    response: { data: { ...sample.managedLot, version: 2 } },
  },
  'DELETE /api/lots/admin/:id': { params: id(5), response: message('The lot was deleted.') },
  'GET /api/lots/admin/:id/recall-sheet': { params: id(5), response: sample.recallSheet },
  'GET /api/invoices/:id/pdf': { params: id(12), query: { key: 'INVOICE_KEY' }, response: sample.pdf },

  'POST /api/process-payment': {
    headers: { 'Idempotency-Key': 'b1f6c1de-6c0e-4d5c-9a35-0d6e5f0a7c11' },
    body: {
      sourceId: 'cnon:card-nonce-ok',
      amount: 31_900,
      orderDetails: {
        items: [{ productId: 2, quantity: 22 }],
        ...{ name: 'Dana Whitlock', phone: '(707) 555-0188', email: 'dana@tulefog.example' },
        ...{ address: '412 Second Street, Rio Vista, CA 94571', locationOption: 'delivery' },
      },
    },
    response: { status: 'success', error: null, order: { id: 1042, key: 'KEY_OF_THE_ORDER' } },
  },
  'POST /api/process-payment/outcome': {
    headers: { 'Idempotency-Key': 'b1f6c1de-6c0e-4d5c-9a35-0d6e5f0a7c11' },
    response: { status: 'success', error: null, order: { id: 1042, key: 'KEY_OF_THE_ORDER' } },
  },
  'GET /api/orders/admin': { query: { page: '1' }, response: page([sample.listedOrder]) },
  'GET /api/orders': { query: { page: '1' }, response: page([sample.myOrder]) },
  'GET /api/orders/:id': {
    params: id(1042),
    query: { key: 'KEY_OF_THE_ORDER' },
    response: {
      data: { ...sample.order, name: null, email: null, address: null, phone: null, payment_id: null },
    },
  },
  'POST /api/orders/:id/status-changes': {
    params: id(1042),
    body: { to: 'ready' },
    response: { data: { ...sample.order, status: 'ready', history: [...sample.order.history, sample.readyEvent] } },
  },
  'PUT /api/orders/:id/shipment': {
    params: id(1042),
    body: sample.shipment,
    response: { data: { ...sample.order, shipment: sample.shipment } },
  },
  'POST /api/orders/:id/changes': {
    params: id(1042),
    body: { version: 1, reason: 'Agreed by phone.', charge: { text: 'Freight by UPS', amount: 18 } },
    response: {
      data: {
        ...{ ...sample.order, total: 337, version: 2, changes: [sample.freightChange] },
        ...{ charges: [{ text: 'Freight by UPS', amount: 18 }], invoices: [sample.freightInvoice] },
      },
    },
  },
  'POST /api/orders/:id/refunds': {
    params: id(1042),
    body: {
      ...{ lines: [{ product_id: 2, pounds: 2 }], restock: true },
      ...{ reason: 'One bag was torn.', key: '6f2d8f0e-51a7-4a46-9b7e-6d3a1f0c2b11' },
    },
    response: {
      data: { ...sample.order, refunded: 29, refund_left: 290, version: 2, changes: [sample.refundChange] },
    },
  },
  'POST /api/orders/:id/refunds/:refund/retry': {
    params: { ...id(1042), refund: '5' },
    response: { data: { ...sample.order, refunding: true, refundable: false } },
  },
  'GET /api/orders/to-pack': { response: { data: [sample.order], more: false } },
  'POST /api/orders/status-changes': {
    body: { to: 'ready', ids: [1042, 1043] },
    response: {
      data: [
        { id: 1042, changed: true, status: 'ready', message: null },
        { id: 1043, changed: false, status: 'cancelled', message: 'This order is cancelled and cannot become ready.' },
      ],
    },
  },
  'GET /api/orders/search': {
    query: { q: 'dana', status: 'paid', from: '2026-09-01', to: '2026-09-30' },
    response: { data: [sample.listedOrder], older: null, newer: null, unfinished: false },
  },
  'GET /api/orders/export': {
    query: { range: 'custom', from: '2026-09-01', to: '2026-09-30' },
    response: sample.ordersCsv,
  },
  'GET /api/payment-alarms': { response: { data: [sample.paymentAlert] } },
  'POST /api/payment-alarms/:id/settlement': { params: id(7), response: { data: sample.paymentAlert } },

  'GET /api/delivery-areas/:zip': {
    params: { zip: '97201' },
    query: { pounds: '22' },
    response: {
      data: {
        ...{ zip: '97201', place: 'Portland, OR', miles: 511, area: 'far' },
        freight: { carrier: 'UPS', price: 18 },
      },
    },
  },

  'GET /api/sales': { query: { range: '30d' }, response: { data: sample.sales } },
  'GET /api/dashboard/admin': { response: { data: sample.dashboard } },

  'POST /api/client-errors': {
    body: { route: '/order/:id', type: 'TypeError', message: 'x is undefined', build: 'site-Bk3d9.js' },
    response: message('Reported.'),
  },
};
