import { route } from '#server/http/route.ts';
import { parseIdempotencyKey } from '#server/orders/payment/checkout-key.ts';
import type { OrderOnTerms } from './order-on-terms.ts';
import type { CustomerTerms } from './terms.ts';

export const termsRoutes = ({ terms, orderOnTerms }: { terms: CustomerTerms; orderOnTerms: OrderOnTerms }) => [
  route('GET /api/account/terms', ({ actor }) => terms.findOwn(actor)),
  route('POST /api/orders/on-terms', ({ body, actor, headers }) =>
    orderOnTerms.place(body, actor, parseIdempotencyKey(headers['idempotency-key'])),
  ),
  route('POST /api/orders/desk', ({ body, actor, headers }) =>
    orderOnTerms.placeAtDesk(body, actor, parseIdempotencyKey(headers['idempotency-key'])),
  ),
  route('GET /api/account/invoices', ({ actor }) => terms.listOwnInvoices(actor)),
  route('GET /api/invoices/:id', ({ params, query, actor }) => terms.findInvoice(params.id, { actor, key: query.key })),
  route('POST /api/invoices/:id/credit-notes', ({ params, body, actor }) => terms.creditNote(params.id, body, actor)),
  route('GET /api/customers/:id/terms', ({ params }) => terms.find(params.id)),
  route('PUT /api/customers/:id/terms', ({ params, body, actor }) => terms.approve(params.id, body, actor)),
  route('GET /api/customers/:id/invoices', ({ params }) => terms.listOpenInvoices(params.id)),
  route('GET /api/customers/:id/ledger', ({ params, query }) => terms.listLedger(params.id, query.before)),
  route('POST /api/customers/:id/payments', ({ params, body, actor }) => terms.recordPayment(params.id, body, actor)),
  route('POST /api/customers/:id/payments/:entry/reversal', ({ params, body, actor }) =>
    terms.reversePayment(params.id, params.entry, body.note, actor),
  ),
];
