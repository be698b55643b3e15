// Places an order that is paid by invoice. One transaction: the order, its stock, the invoice, and what the customer owes.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { cents, formatCents } from '#contracts/money.ts';
import type { PaymentRequest } from '#contracts/orders.ts';
import type { DeskPayment } from '#contracts/terms.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import { type CheckoutKey, hashIdempotencyKey, hashRequest, rejectUsedKey } from '#server/charges/checkout-key.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, HttpError, invalid, unauthenticated } from '#server/http-errors.ts';
import { claim } from '#server/idempotency/idempotency.store.ts';
import { invoiceEmail } from '#server/invoices/invoice-emails.ts';
import * as invoices from '#server/invoices/invoices.store.ts';
import { issueInvoice, payInvoice } from '#server/invoices/issue-invoice.ts';
import * as ledger from '#server/invoices/ledger.store.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import * as orderStore from './order.store.ts';
import { farmNoticeEmails } from './order-emails.ts';
import { writeOrder } from './start-order.ts';

type Deps = {
  database: Database;
  outbox: Outbox;
  audit: AuditWriter;
  rateLimits: RateLimits;
  sessions: Pick<Sessions, 'isOpen'>;
  now: Clock;
  sender(): Sender;
};
type Request = Pick<PaymentRequest, 'amount' | 'orderDetails'> & { poNumber: string };
type DeskRequest = Request & { customer_id: number; payment: DeskPayment };
type Buyer = { key: string; actor: Person };
type OwnSession = { actor: Person; token: string | undefined };
type Placed = { order: { id: number; key: string }; invoice: number; invoice_key: string };

const ordersPerAccount: RateLimit = { name: 'orders on terms of an account', max: 60, minutes: 1 };
const NOT_APPROVED = 'This account is not approved for invoices. Pay by card, or call us.';

export type OrderOnTerms = ReturnType<typeof createOrderOnTerms>;

export function createOrderOnTerms({ database, outbox, audit, rateLimits, sessions, now, sender }: Deps) {
  const { db, transaction } = database;
  return { place, placeAtDesk };

  async function place(request: Request, own: OwnSession, idempotencyKey: string | undefined): Promise<Placed> {
    const key = idempotencyKey ? hashIdempotencyKey(idempotencyKey) : randomUUID();
    const requestHash = hashRequest(request) + request.poNumber;
    const repeat = await findPlaced(key, requestHash);
    if (repeat) return repeat;
    await rateLimits.consume({ rule: ordersPerAccount, who: String(own.actor.id) });
    return placeOnce({ key, requestHash }, (tx) => writeOwn(tx, request, { key, ...own }));
  }

  /** An order that staff take by phone or at the market. */
  async function placeAtDesk(request: DeskRequest, actor: Person, idempotencyKey: string | undefined): Promise<Placed> {
    const key = idempotencyKey ? hashIdempotencyKey(idempotencyKey) : randomUUID();
    const { customer_id, payment, poNumber } = request;
    const requestHash = hashRequest(request) + JSON.stringify({ customer_id, payment, poNumber });
    const repeat = await findPlaced(key, requestHash);
    return repeat ?? placeOnce({ key, requestHash }, (tx) => writeAtDesk(tx, request, { key, actor }));
  }

  async function placeOnce(
    { key, requestHash }: CheckoutKey,
    write: (tx: Db) => Promise<Placed | undefined>,
  ): Promise<Placed> {
    const claimed = { key, request_hash: requestHash, created_at: now().toISOString() };
    const placed = await transaction(['stock'], async (tx) => ((await claim(tx, claimed)) ? write(tx) : undefined));
    // Another request with this key was faster.
    const result = placed ?? (await findPlaced(key, requestHash));
    if (!result) throw conflict('This order was given up before it began. Nothing was ordered. Please order again.');
    return result;
  }

  async function writeOwn(tx: Db, request: Request, buyer: Buyer & OwnSession): Promise<Placed | undefined> {
    const customer = await approve(tx, buyer, request.amount);
    const terms = { customer_id: customer.id, po_number: request.poNumber || null };
    const order = await writeOrder(tx, { now }, request, { ...buyer, terms, claimed: true });
    if (!order) return undefined;
    const invoice = await issueInvoice(tx, order.id, { customer, days: customer.terms_days ?? 0, ...paper() });
    const [row, lines] = await Promise.all([orderStore.find(tx, order.id), orderStore.listLines(tx, order.id)]);
    if (!row) throw new Error(`Order ${order.id} does not exist.`);
    const toBuyer = row.email ? [invoiceEmail({ ...row, email: row.email }, invoice, sender())] : [];
    await outbox.queue(tx, ...toBuyer, ...farmNoticeEmails(row, lines, sender()));
    return { order: { id: order.id, key: order.view_key }, invoice: invoice.number, invoice_key: invoice.view_key };
  }

  async function writeAtDesk(
    tx: Db,
    { customer_id, payment, poNumber, ...request }: DeskRequest,
    { actor, key }: Buyer,
  ): Promise<Placed | undefined> {
    const customer = await ledger.lock(tx, customer_id);
    if (!customer) throw invalid({ customer_id: ['There is no such customer.'] });
    if (payment === 'invoice') refuseAtDesk(customer, request.amount);
    const payFirst = payment === 'card' || payment === 'link';
    if (payFirst) refuseCard(payment, request.orderDetails.email);
    const order = await writeOrder(tx, { now }, request, {
      ...{ key, claimed: true, takenBy: actor.id },
      actor: customer.terms_account_id === null ? undefined : { id: customer.terms_account_id },
      terms: { customer_id, po_number: poNumber || null, payFirst },
    });
    if (!order) return undefined;
    const days = payment === 'invoice' ? (customer.terms_days ?? 0) : 0;
    const { number, view_key } = await issueInvoice(tx, order.id, { customer, days, ...paper() });
    if (payment !== 'invoice' && !payFirst)
      await payInvoice(tx, number, { method: payment, actor, at: now().toISOString() });
    const [row, invoice] = await Promise.all([orderStore.find(tx, order.id), invoices.find(tx, number)]);
    // With a card, the payment's own email follows.
    if (row?.email && invoice && payment !== 'card')
      await outbox.queue(tx, invoiceEmail({ ...row, email: row.email }, invoice, sender()));
    const entry = { action: 'order taken', subject: `Order ${order.id}`, subject_id: order.id } as const;
    await audit.record(tx, { actor, ...entry });
    return { order: { id: order.id, key: order.view_key }, invoice: number, invoice_key: view_key };
  }

  function refuseCard(payment: 'card' | 'link', email: string | null): void {
    if (!sender().takesCards) throw invalid({ payment: ['Card payments are not set up.'] });
    if (payment === 'link' && !email) throw invalid({ 'orderDetails.email': ['The link needs an email to go to.'] });
  }

  /** Locks the customer, so that two orders cannot use the same credit. */
  async function approve(tx: Db, { actor, token }: OwnSession, amount: number): Promise<ledger.TermsRow> {
    const found = await ledger.findTermsOfAccount(tx, actor.id);
    const customer = found && (await ledger.lock(tx, found.id));
    if (!customer || customer.terms_days === null) throw new HttpError(403, NOT_APPROVED);
    // The account was confirmed since this request came in, which ended every session.
    if (!(await sessions.isOpen(tx, token))) throw unauthenticated();
    const excess = creditExcess(customer, amount);
    if (excess) throw conflict(`This order is ${excess} above what you can order on invoice. Pay by card, or call us.`);
    return customer;
  }

  /** What an invoice says besides the order. */
  function paper() {
    return { farm: sender().farm, at: now().toISOString() };
  }

  async function findPlaced(key: string, requestHash: string): Promise<Placed | undefined> {
    const order = await orderStore.findByCheckoutKey(db, key);
    await rejectUsedKey(db, { key, requestHash });
    const invoice = order && (await invoices.findByOrder(db, order.id));
    if (!invoice) return undefined;
    return { order: { id: order.id, key: order.view_key }, invoice: invoice.number, invoice_key: invoice.view_key };
  }
}

/** By how much an order exceeds the credit limit, such as $16.00; undefined if it fits. */
function creditExcess({ credit_limit_cents, balance_cents }: ledger.TermsRow, amount: number): string | undefined {
  const excess = amount + balance_cents - credit_limit_cents;
  return excess > 0 ? `$${formatCents(cents(excess))}` : undefined;
}

function refuseAtDesk(customer: ledger.TermsRow, amount: number): void {
  if (customer.terms_days === null)
    throw invalid({ payment: ['This customer is not approved for invoices. Approve them on their page first.'] });
  const excess = creditExcess(customer, amount);
  if (excess)
    throw invalid({ payment: [`This order is ${excess} above the credit limit. Raise it on their page first.`] });
}
