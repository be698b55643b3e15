// Places an order that is paid by invoice. One transaction: the order, its stock, the invoice, and what the customer owes.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { farmDay } from '#contracts/dates.ts';
import { addressLine, type Farm } from '#contracts/farm.ts';
import { cents, formatCents } from '#contracts/money.ts';
import type { PaymentRequest } from '#contracts/orders.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, HttpError } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { farmNoticeEmails } from '#server/orders/order-emails.ts';
import { hashIdempotencyKey, hashRequest, rejectUsedKey } from '#server/orders/payment/checkout-key.ts';
import type { Stock } from '#server/orders/payment/order-transitions.ts';
import { writeOrder } from '#server/orders/payment/start-order.ts';
import { newViewKey } from '#server/orders/view-key.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { invoiceEmail } from './invoice-emails.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';
import { settle } from './settle.ts';

type Deps = {
  database: Database;
  stock: Stock;
  outbox: Outbox;
  rateLimits: RateLimits;
  now: Clock;
  sender(): Sender;
};
type Request = Pick<PaymentRequest, 'amount' | 'orderDetails'> & { poNumber: string };
type Placed = { order: { id: number; key: string }; invoice: number };

const ordersPerAccount: RateLimit = { name: 'orders on terms of an account', max: 60, minutes: 1 };
const NOT_APPROVED = 'This account is not approved for invoices. Pay by card, or call us.';

export type OrderOnTerms = ReturnType<typeof createOrderOnTerms>;

export function createOrderOnTerms({ database, stock, outbox, rateLimits, now, sender }: Deps) {
  const { db, transaction } = database;
  return { place };

  async function place(request: Request, actor: Person, idempotencyKey: string | undefined): Promise<Placed> {
    const key = idempotencyKey ? hashIdempotencyKey(idempotencyKey) : randomUUID();
    const requestHash = hashRequest(request) + request.poNumber;
    const repeat = await findPlaced(key, requestHash);
    if (repeat) return repeat;
    await rateLimits.consume({ rule: ordersPerAccount, who: String(actor.id) });
    const placed = await transaction(['products'], (tx) => write(tx, request, { key, requestHash, actor }));
    // Another request with this key was faster.
    const result = placed ?? (await findPlaced(key, requestHash));
    if (!result) throw conflict('This order was given up before it began. Nothing was ordered. Please order again.');
    return result;
  }

  async function write(tx: Db, request: Request, buyer: { key: string; requestHash: string; actor: Person }) {
    const customer = await approve(tx, buyer.actor.id, request.amount);
    const terms = { customer_id: customer.id, po_number: request.poNumber || null };
    const order = await writeOrder(tx, { stock, now }, request, { ...buyer, terms });
    // The transaction has changed nothing else.
    if (!order) return undefined;
    const invoice = await issue(tx, order.id, customer);
    const [row, lines] = await Promise.all([orderStore.find(tx, order.id), orderStore.listLines(tx, order.id)]);
    if (!row) throw new Error(`Order ${order.id} does not exist.`);
    const toBuyer = row.email ? [invoiceEmail({ ...row, email: row.email }, invoice, sender())] : [];
    await outbox.queue(tx, ...toBuyer, ...farmNoticeEmails(row, lines, sender()));
    return { order: { id: order.id, key: order.view_key }, invoice: invoice.number };
  }

  /** Locks the customer, so that two orders cannot use the same credit. */
  async function approve(tx: Db, account_id: number, amount: number): Promise<ledger.TermsRow> {
    const found = await ledger.findTermsOfAccount(tx, account_id);
    const customer = found && (await ledger.lock(tx, found.id));
    if (!customer || customer.terms_days === null) throw new HttpError(403, NOT_APPROVED);
    const left = customer.credit_limit_cents - customer.balance_cents;
    if (amount > left)
      throw conflict(
        `This order is $${formatCents(cents(amount - left))} above what you can order on invoice. Pay by card, or call us.`,
      );
    return customer;
  }

  async function issue(tx: Db, order_id: number, customer: ledger.TermsRow) {
    const order = await orderStore.find(tx, order_id);
    if (!order) throw new Error(`Order ${order_id} does not exist.`);
    const lines = await orderStore.listLines(tx, order_id);
    const { farm } = sender();
    const at = now().toISOString();
    const day = farmDay(at);
    const due_on = addDays(day, customer.terms_days ?? 0);
    const { amount_cents } = order;
    const number = await invoices.insert(tx, {
      ...{ kind: 'invoice', credits: null, customer_id: customer.id, order_id, amount_cents, open_cents: amount_cents },
      ...{ view_key: newViewKey(), issued_at: at, issued_on: day, due_on },
      bill_to: JSON.stringify({
        name: customer.company || order.name,
        lines: [customer.company && order.name, order.address, order.phone, order.email].filter(Boolean),
      }),
      seller: JSON.stringify({ name: farm.brand, lines: sellerLines(farm) }),
      lines: JSON.stringify(
        lines.map(({ name, lot_number, price_cents, pounds }) => ({
          text: lot_number ? `${name}, lot ${lot_number}` : name,
          price_cents,
          pounds,
          amount_cents: price_cents * pounds,
        })),
      ),
    });
    const balance_cents = await ledger.post(tx, {
      ...{ customer_id: customer.id, kind: 'invoice', amount_cents, invoice_number: number, day, at },
      ...{ key: null, reverses: null, method: null, note: '', account_id: null },
    });
    await settle(tx, { customer_id: customer.id, balance_cents, at });
    const invoice = await invoices.find(tx, number);
    if (!invoice) throw new Error(`Invoice ${number} does not exist.`);
    return invoice;
  }

  async function findPlaced(key: string, requestHash: string): Promise<Placed | undefined> {
    const order = await orderStore.findByCheckoutKey(db, key);
    await rejectUsedKey(db, { key, requestHash });
    const invoice = order && (await invoices.findByOrder(db, order.id));
    return invoice && { order: { id: order.id, key: order.view_key }, invoice: invoice.number };
  }
}

const sellerLines = (farm: Farm): string[] => [
  addressLine(farm),
  farm.phone,
  farm.email,
  ...(farm.tax_id ? [`Tax ID ${farm.tax_id}`] : []),
];
