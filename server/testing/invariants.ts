// The payment invariants from docs/payments.md, checked against our rows and the provider's records. They must hold after
// every fault, once everything has settled.
import { findWrongLots } from '#server/catalog/verify-lots.store.ts';
import { hashIdempotencyKey } from '#server/charges/checkout-key.ts';
import type { Database } from '#server/database/database.ts';
import { findInvoiceGaps } from '#server/invoices/verify-invoice-numbers.store.ts';
import { findWrongReservations } from '#server/reservations/verify-reservations.store.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import type { FakePayment } from './fake-square.ts';
import { openingStock } from './opening-stock.ts';

/** The response a buyer got for the order sent with this key; `status` is undefined if there was none. */
export type Acknowledged = { key?: string; order?: number; status: number | undefined };

type ProviderRecords = { payments: Iterable<FakePayment> };

export async function violatedInvariants(
  database: Database,
  { payments }: ProviderRecords,
  responses: Acknowledged[] = [],
): Promise<string[]> {
  const { db } = database;
  const [orders, lines, charges, products, moves, allRefunds, adjustments] = await Promise.all([
    db.selectFrom('orders').selectAll().execute(),
    db.selectFrom('order_lines').selectAll().execute(),
    db.selectFrom('charges').selectAll().execute(),
    db.selectFrom('products').select(['id', 'name', 'stock']).execute(),
    db.selectFrom('stock_moves').selectAll().execute(),
    db.selectFrom('charge_refunds').selectAll().execute(),
    db.selectFrom('order_adjustments').selectAll().execute(),
  ]);
  const [entries, invoices] = await Promise.all([
    db.selectFrom('ledger_entries').selectAll().execute(),
    db.selectFrom('invoices').selectAll().execute(),
  ]);
  const attempts = charges.filter(({ purpose }) => purpose === 'order');
  const invoicePayments = charges.filter(({ purpose }) => purpose === 'invoice');
  const orderOf = new Map(attempts.map(({ id, order_id }) => [id, order_id]));
  const refunds = allRefunds
    .filter(({ charge_id }) => orderOf.has(charge_id))
    .map((refund) => ({ ...refund, order_id: orderOf.get(refund.charge_id) ?? 0 }));
  const violations: string[] = [
    ...(await findWrongReports(db)),
    ...(await findWrongLots(db)),
    ...(await findWrongReservations(db)),
    ...(await findInvoiceGaps(db)),
  ];
  const must = (holds: boolean, rule: string) => void (holds || violations.push(rule));
  const all = [...payments];
  // Index by id and key: scanning for every order would take an hour after an hour of orders.
  const byId = new Map(orders.map((order) => [order.id, order]));
  const byKey = new Map(orders.map((order) => [order.checkout_key, order]));
  const ownersOf = Map.groupBy(orders, ({ payment_id }) => payment_id);
  const paymentOf = new Map(all.map((payment) => [payment.id, payment]));
  const live = all.filter(({ status, refunded, amount }) => status !== 'CANCELED' && refunded < amount);
  // Includes refunded charges: the buyer saw them on their statement.
  const charged = new Set(
    all.filter(({ status }) => status === 'COMPLETED').map(({ reference }) => orderIn(reference)),
  );
  const bought = new Set(['paid', 'ready', 'completed']);
  const reserved = new Set(['pending', 'authorised', ...bought]);

  const invoicePaymentOf = new Map(invoicePayments.map((each) => [each.payment_id, each]));
  for (const payment of live) {
    const owners = ownersOf.get(payment.id) ?? [];
    const invoicePayment = invoicePaymentOf.get(payment.id);
    must(
      owners.length + Number(invoicePayment !== undefined) === 1,
      `live payment ${payment.id} (${payment.status}) belongs to ${owners.length} orders`,
    );
    if (invoicePayment)
      must(
        invoicePayment.state === 'captured' && payment.status === 'COMPLETED',
        `live payment ${payment.id} (${payment.status}) belongs to a ${invoicePayment.state} payment of an invoice`,
      );
    for (const { id, status } of owners)
      must(bought.has(status) || status === 'cancelled', `live payment ${payment.id} belongs to ${status} order ${id}`);
  }
  const references = Map.groupBy(live, ({ reference }) => reference);
  for (const [reference, each] of references) must(each.length === 1, `${each.length} live payments for ${reference}`);

  for (const { id, status, on_terms } of orders)
    must(on_terms === 1 || (status !== 'pending' && status !== 'authorised'), `order ${id} is still ${status}`);
  for (const { order_id, state } of attempts)
    must(state !== 'open' && state !== 'approved', `an attempt of order ${order_id} is still ${state}`);
  for (const { id, state, payment_id, amount_cents, invoice_number } of invoicePayments) {
    must(state !== 'open' && state !== 'approved', `a payment of invoice ${invoice_number} is still ${state}`);
    const posted = entries.filter(({ kind, charge_id }) => kind === 'payment' && charge_id === id);
    must(
      posted.length === Number(state === 'captured') && posted.every((entry) => entry.amount_cents === -amount_cents),
      `the ledger has ${posted.length} entries for the ${state} payment ${id} of invoice ${invoice_number}`,
    );
    if (state === 'captured')
      must(
        paymentOf.get(payment_id ?? '')?.amount === amount_cents,
        `payment ${id} of invoice ${invoice_number} took another amount than ${amount_cents}`,
      );
  }
  for (const [customer_id, own] of Map.groupBy(entries, (entry) => entry.customer_id)) {
    const balance = own.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const open = invoices
      .filter((invoice) => invoice.customer_id === customer_id)
      .reduce((sum, { open_cents }) => sum + open_cents, 0);
    must(open === Math.max(0, balance), `customer ${customer_id} owes ${balance}, but ${open} is open on invoices`);
  }

  const captures = attempts.filter(({ state }) => state === 'captured');
  const captureOf = new Map(captures.map(({ order_id, amount_cents }) => [order_id, amount_cents]));
  const adjustmentsOf = Map.groupBy(adjustments, ({ order_id }) => order_id);
  for (const { id, status, payment_id, amount_cents } of orders.filter(
    (order) => bought.has(order.status) && order.on_terms === 0,
  )) {
    const payment = paymentOf.get(payment_id ?? '');
    const charge = captureOf.get(id);
    must(payment?.status === 'COMPLETED', `${status} order ${id} has no completed payment`);
    must(payment?.amount === charge, `order ${id} was charged ${payment?.amount} instead of ${charge}`);
    const changed = (adjustmentsOf.get(id) ?? [])
      .filter(({ kind }) => kind !== 'refund')
      .reduce((sum, each) => sum + each.amount_cents, 0);
    must(amount_cents - changed === charge, `order ${id} is worth ${amount_cents} after changes of ${changed}`);
  }

  const refundsOf = Map.groupBy(refunds, ({ order_id }) => order_id);
  for (const [id, own] of refundsOf) {
    const given = own.filter(({ state }) => state !== 'refused').reduce((sum, each) => sum + each.amount_cents, 0);
    const charge = captureOf.get(id) ?? 0;
    must(given <= charge, `order ${id} was charged ${charge}, and ${given} was refunded`);
    must(
      own.every(({ state }) => state !== 'open'),
      `a refund of order ${id} is still open`,
    );
    const isOver = byId.get(id)?.status === 'refunded' || own.some(({ change_id }) => change_id !== null);
    const isInvoiced = invoices.some(({ order_id }) => order_id === id);
    must(given < charge || isOver || isInvoiced, `order ${id} has nothing left and is not refunded`);
  }
  for (const { id, on_terms, refunded_cents } of orders.filter(({ status }) => bought.has(status))) {
    const own = refundsOf.get(id) ?? [];
    const parts = own.filter(({ state, change_id }) => state === 'done' && change_id === null);
    const given = parts.reduce((sum, each) => sum + each.amount_cents, 0);
    must(on_terms === 1 || refunded_cents === given, `order ${id} counts ${refunded_cents} refunded of ${given}`);
  }
  for (const { id, refunded, amount } of all)
    must(refunded <= amount, `payment ${id} over ${amount} was refunded with ${refunded}`);

  /** Back from a customer: by a refund in part, or by one that ended the order and left the rest with them. */
  const returned = (product_id: number) =>
    adjustments
      .filter((each) => each.kind === 'refund' && each.product_id === product_id)
      .filter(({ order_id }) => reserved.has(byId.get(order_id)?.status ?? ''))
      .reduce((sum, { pounds }) => sum - pounds, 0);
  const kept = (product_id: number) =>
    -moves
      .filter((move) => move.product_id === product_id && byId.get(move.order_id ?? 0)?.status === 'refunded')
      .filter(({ order_id }) => !(refundsOf.get(order_id ?? 0) ?? []).some(isWhole))
      .reduce((sum, { pounds }) => sum + pounds, 0);

  for (const { id, name, stock } of products) {
    const sold = lines
      .filter((line) => line.product_id === id && reserved.has(byId.get(line.order_id)?.status ?? ''))
      .reduce((sum, { pounds }) => sum + pounds, kept(id) - returned(id));
    must(kept(id) >= 0, `${name}: more came back than was sold`);
    const productMoves = moves.filter((move) => move.product_id === id);
    must(
      stock === openingStock(productMoves) - sold,
      `${name}: ${stock} lbs in stock, ${openingStock(productMoves)} opening, ${sold} sold`,
    );
    must(
      stock === productMoves.reduce((sum, { pounds }) => sum + pounds, 0),
      `${name}: the ledger does not add up to ${stock}`,
    );
    must(stock >= 0, `${name}: ${stock} lbs in stock`);
  }

  const paymentByKey = new Map(invoicePayments.map((payment) => [payment.checkout_key, payment]));
  for (const { key, status } of responses) {
    const payment = paymentByKey.get(hashIdempotencyKey(key ?? ''));
    if (!payment) continue;
    const isCharged = payment.state === 'captured';
    if (status === 200) must(isCharged, `the payer got a 200 for the ${payment.state} payment ${payment.id}`);
    if (saysNotCharged(status)) must(!isCharged, `the payer got a ${status} for the captured payment ${payment.id}`);
  }
  for (const { key, order: id, status } of responses) {
    if (paymentByKey.has(hashIdempotencyKey(key ?? ''))) continue;
    const order = byId.get(id ?? 0) ?? byKey.get(hashIdempotencyKey(key ?? ''));
    if (status === 200)
      must(
        order !== undefined && order.status !== 'failed',
        `the buyer got a 200 for failed order ${order?.id ?? key}`,
      );
    if (order && saysNotCharged(status))
      must(
        !bought.has(order.status) && !charged.has(order.id),
        `the buyer got a ${status} for order ${order.id}, which was charged`,
      );
  }

  const captured = all.reduce(
    (sum, { status, amount, refunded }) => sum + (status === 'COMPLETED' ? amount - refunded : 0),
    0,
  );
  const sum = (rows: { amount_cents: number }[]) => rows.reduce((total, { amount_cents }) => total + amount_cents, 0);
  const ours =
    sum(charges.filter(({ state }) => state === 'captured')) - sum(allRefunds.filter(({ state }) => state === 'done'));
  must(captured === ours, `the provider holds ${captured} cents of ours, our records say ${ours}`);
  return violations;
}

const isWhole = ({ state, ends_order }: { state: string; ends_order: number }) => state === 'done' && ends_order === 1;

/** A 202 or 500 leaves the outcome open. */
const saysNotCharged = (status: number | undefined) => status !== undefined && ![200, 202, 500].includes(status);

/** The order number, after the shop id. A payment of an invoice has none. */
const orderIn = (reference: string) => Number(/^[^-]+-(\d+)$/.exec(reference)?.[1]);
