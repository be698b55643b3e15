import * as sample from '../api-example-data.ts';
import { type Examples, id, page } from './example.ts';

export const ordersExamples = {
  'POST /api/orders/:id/notes': {
    params: id(1042),
    body: { text: 'We will call before we come.', for_buyer: true },
    response: { data: { ...sample.order, notes: [sample.orderNote] } },
  },
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
  'PUT /api/orders/:id/lots': {
    params: id(1042),
    body: {
      version: 1,
      lines: [{ product_id: 2, lots: sample.packedLots.map(({ id: lot_id, pounds }) => ({ lot_id, pounds })) }],
    },
    response: {
      data: {
        ...{ ...sample.order, version: 2, changes: [sample.packedChange] },
        lines: sample.order.lines.map((line) => ({ ...line, lots: sample.packedLots })),
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
  'GET /api/orders/labels': {
    query: { orders: '1042,1043' },
    response: {
      data: [
        {
          ...{ order_id: 1042, hop: 'Cascade', pounds: 22, bag: 1, bags: 1 },
          lot: {
            ...{
              number: 'CA-26-01',
              harvest_year: 2026,
              form: 'Whole cones',
              alpha_acid: 9.8,
              tested_on: '2026-09-18',
            },
            url: 'https://farm.example/lots/ca-26-01',
          },
        },
      ],
    },
  },
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
} satisfies Examples;
