// What cards paid for the invoices of orders that are over, as far as it is still the customer's credit. It goes back to the
// cards. What has paid other invoices by now does not.
import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

type CardPayment = {
  id: number;
  invoice_number: number;
  customer_id: number;
  provider: string;
  /** Not given back, and not on its way. */
  left: number;
  /** Of it, not given back yet. */
  kept: number;
  /** A refund of it is on its way. */
  is_open: boolean;
  was_refused: boolean;
};
export type CardCredit = {
  order_id: number;
  payments: CardPayment[];
  /** How much may go back, at most the customer's credit. */
  left: number;
  kept: number;
};

/** What is on its way to the cards of a customer, of each charge. */
export function listOnTheirWay(db: Db, customer_id: number) {
  return db
    .selectFrom('charge_refunds as refund')
    .innerJoin('charges', 'charges.id', 'refund.charge_id')
    .innerJoin('invoices', 'invoices.number', 'charges.invoice_number')
    .select(['refund.charge_id', 'refund.amount_cents'])
    .where(sql<boolean>`refund.state = 'open'`)
    .where('invoices.customer_id', '=', customer_id)
    .execute();
}

export async function find(db: Db, order_id: number): Promise<CardCredit | undefined> {
  return (await listByOrders(db, [order_id]))[0];
}

export function listByOrders(db: Db, order_ids: number[]): Promise<CardCredit[]> {
  return order_ids.length === 0 ? Promise.resolve([]) : list(db, order_ids);
}

/** Of all orders, oldest first. Few customers have a credit, so this starts with them. */
export function listKept(db: Db): Promise<CardCredit[]> {
  return list(db, undefined);
}

async function list(db: Db, order_ids: number[] | undefined): Promise<CardCredit[]> {
  const refunded = (states: string) =>
    sql<number>`coalesce((select sum(amount_cents) from charge_refunds where charge_id = payment.id and state in (${sql.raw(states)})), 0)`;
  const has = (state: string) =>
    sql<boolean>`exists (select 1 from charge_refunds where charge_id = payment.id and state = ${sql.lit(state)})`;
  const onItsWay = sql<number>`coalesce((select sum(refund.amount_cents) from charge_refunds as refund
    cross join charges cross join invoices as own
    where refund.state = 'open' and charges.id = refund.charge_id and own.number = charges.invoice_number
    and own.customer_id = customers.id), 0)`;
  const rows = await db
    .selectFrom('customers')
    .innerJoin('invoices', 'invoices.customer_id', 'customers.id')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .innerJoin('charges as payment', 'payment.invoice_number', 'invoices.number')
    .select(['orders.id as order_id', 'customers.balance_cents', 'invoices.customer_id'])
    .select(['payment.id', 'invoices.number as invoice_number', 'payment.provider', 'payment.amount_cents'])
    .select([refunded("'open', 'done'").as('asked'), refunded("'done'").as('made')])
    .select([onItsWay.as('on_its_way'), has('open').as('is_open'), has('refused').as('was_refused')])
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`customers.balance_cents < 0`)
    .where('orders.status', 'in', ['cancelled', 'refunded'])
    .where('payment.state', '=', 'captured')
    .$if(order_ids !== undefined, (credits) => credits.where('orders.id', 'in', order_ids ?? []))
    .orderBy('orders.id')
    .orderBy('payment.id')
    .execute();
  const payments = rows.map(({ asked, made, is_open, was_refused, ...row }) => ({
    ...row,
    left: row.amount_cents - Number(asked),
    kept: row.amount_cents - Number(made),
    is_open: Boolean(is_open),
    was_refused: Boolean(was_refused),
  }));
  return [...Map.groupBy(payments, ({ order_id }) => order_id)].map(([order_id, own]) => {
    const credit = -(own[0]?.balance_cents ?? 0);
    const onItsWay = Number(own[0]?.on_its_way ?? 0);
    const sum = (column: 'left' | 'kept') => own.reduce((total, each) => total + each[column], 0);
    return {
      order_id,
      payments: own,
      left: Math.max(0, Math.min(sum('left'), credit - onItsWay)),
      kept: Math.min(sum('kept'), credit),
    };
  });
}
