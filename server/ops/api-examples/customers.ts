import * as sample from '../api-example-data.ts';
import { type Examples, id } from './example.ts';

const { id: _, login: __, last_order_at: ___, version: ____, ...customerFields } = sample.customer;

export const customersExamples = {
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
  'POST /api/customers/:id/account-confirmation': {
    params: id(12),
    response: { data: { ...sample.terms, account: 'waiting' } },
  },
  'POST /api/customers/:id/terms-pause': {
    params: id(12),
    response: { data: { ...sample.terms, account: 'waiting' } },
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
  'GET /api/invoices/:id/pdf': { params: id(12), query: { key: 'INVOICE_KEY' }, response: sample.pdf },
} satisfies Examples;
