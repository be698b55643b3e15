import { countPaymentCall } from '#server/charges/payment-limits.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { route } from '#server/http/route.ts';
import type { OrderOnTerms } from '#server/orders/order-on-terms.ts';
import { payInvoice } from './pay-invoice.ts';
import { refundPayment } from './refund-payment.ts';
import type { CustomerTerms } from './terms.ts';

type Services = {
  terms: CustomerTerms;
  orderOnTerms: OrderOnTerms;
  shop: ChargeShop;
};

export const termsRoutes = ({ terms, orderOnTerms, shop }: Services) => [
  route('GET /api/account/terms', ({ actor }) => terms.findOwn(actor)),
  route('POST /api/orders/on-terms', ({ body, actor, token, key }) => orderOnTerms.place(body, { actor, token }, key)),
  route('POST /api/orders/desk', ({ body, actor, key }) => orderOnTerms.placeAtDesk(body, actor, key)),
  route('GET /api/account/invoices', ({ actor }) => terms.listOwnInvoices(actor)),
  route('GET /api/invoices/:id', ({ params, query, actor }) => terms.findInvoice(params.id, { actor, key: query.key })),
  route(
    'POST /api/invoices/:id/payments',
    async ({ params, query, body, actor, address, key: idempotencyKey }) => {
      const { data } = await terms.findInvoice(params.id, { actor, key: query.key });
      return payInvoice(shop, { ...body, invoice: data.number, address, idempotencyKey });
    },
    {
      statusOf: ({ status }) => (status === 'pending' ? 202 : 200),
      onInvalid: (address) => countPaymentCall(shop, address),
    },
  ),
  route('POST /api/invoices/:id/credit-notes', ({ params, body, actor, key }) =>
    terms.creditNote(params.id, { ...body, key }, actor),
  ),
  route('GET /api/customers/:id/terms', ({ params }) => terms.find(params.id)),
  route('PUT /api/customers/:id/terms', ({ params, body, actor }) => terms.approve(params.id, body, actor)),
  route('POST /api/customers/:id/account-confirmation', ({ params, actor }) => terms.askAgain(params.id, actor)),
  route('POST /api/customers/:id/terms-pause', ({ params, actor }) => terms.pause(params.id, actor)),
  route('GET /api/customers/:id/invoices', ({ params }) => terms.listOpenInvoices(params.id)),
  route('GET /api/customers/:id/ledger', ({ params, query }) => terms.listLedger(params.id, query.before)),
  route('POST /api/customers/:id/payments', ({ params, body, actor, key }) =>
    terms.recordPayment(params.id, { ...body, key }, actor),
  ),
  route('POST /api/customers/:id/payments/:entry/refunds', async ({ params: { id, entry }, body, actor, key }) => {
    const { amount, reason } = body;
    await refundPayment(shop, { customer: id, entry, amount_cents: amount, reason, key }, actor);
    return terms.find(id);
  }),
  route('POST /api/customers/:id/payments/:entry/reversal', ({ params, body, actor }) =>
    terms.reversePayment(params.id, params.entry, body.note, actor),
  ),
];
