// Gives every seeded order its customer and its stock moves, and invoices every tenth order. The invoices of the last six weeks
// are still open.
import { sql } from 'kysely';
import type { withShopDatabase } from '#cli/shop-database.ts';

type ShopDatabase = Parameters<Parameters<typeof withShopDatabase>[0]>[0];
type Db = ShopDatabase['db'];

const OPEN_DAYS = 45;

export async function addCustomers({ kind, transaction }: ShopDatabase): Promise<void> {
  const day = (days: number) =>
    kind === 'sqlite'
      ? sql`date(created_at, ${`+${days} days`})`
      : sql`to_char(created_at + ${`${days} days`}::interval, 'YYYY-MM-DD')`;
  await transaction([], assignCustomers);
  await transaction([], (tx) => issueInvoices(tx, day));
  await transaction([], moveStock);
}

const isSeeded = sql`view_key = 'growth'`;
const digits = sql`substr(orders.phone, 2, 3) || substr(orders.phone, 7, 3) || substr(orders.phone, 11, 4)`;

async function assignCustomers(tx: Db): Promise<void> {
  await sql`
    insert into customers (name, email, phone, phone_digits, last_order_at, active_at, created_at)
    select min(name), lower(email), min(phone), min(${digits}), max(created_at), max(created_at), min(created_at)
    from orders where ${isSeeded} and email is not null group by lower(email)
    on conflict do nothing
  `.execute(tx);
  await sql`
    insert into customers (name, phone, phone_digits, last_order_at, active_at, created_at)
    select min(name), min(phone), ${digits}, max(created_at), max(created_at), min(created_at)
    from orders where ${isSeeded} and email is null group by ${digits}
    on conflict do nothing
  `.execute(tx);
  await sql`
    update orders set customer_id = (select id from customers where customers.email = lower(orders.email))
    where ${isSeeded} and email is not null
  `.execute(tx);
  await sql`
    update orders set customer_id = (select id from customers where customers.phone_digits = ${digits}
      and customers.email is null and customers.account_id is null and customers.added_by is null)
    where ${isSeeded} and email is null
  `.execute(tx);
}

async function issueInvoices(tx: Db, day: (days: number) => ReturnType<typeof sql>): Promise<void> {
  await sql`update orders set on_terms = 1 where ${isSeeded} and id % 10 = 3 and status in ('paid', 'ready', 'completed')`.execute(
    tx,
  );
  await sql`delete from charges where order_id in (select id from orders where on_terms = 1)`.execute(tx);
  const newest = new Date(Date.now() - OPEN_DAYS * 86_400_000).toISOString().slice(0, 10);
  const open = sql`case when ${day(0)} >= ${newest} then amount_cents else 0 end`;
  await sql`
    insert into invoices (number, kind, customer_id, order_id, view_key, issued_at, issued_on, due_on, bill_to, seller, lines,
      amount_cents, open_cents, reminders)
    select row_number() over (order by id), 'invoice', customer_id, id, 'growth', created_at, ${day(0)}, ${day(30)},
      '{"name":"Tule Fog Brewing","lines":[]}', '{"name":"Farm","lines":[]}', '[]', amount_cents, ${open}, 4
    from orders where ${isSeeded} and on_terms = 1
  `.execute(tx);
  await sql`
    insert into ledger_entries (customer_id, kind, amount_cents, balance_after, invoice_number, day, at)
    select customer_id, 'invoice', amount_cents, amount_cents, number, issued_on, issued_at from invoices order by number
  `.execute(tx);
  await sql`
    insert into ledger_entries (customer_id, kind, amount_cents, balance_after, method, day, at)
    select customer_id, 'payment', -amount_cents, 0, 'check', due_on, issued_at from invoices
    where open_cents = 0 order by number
  `.execute(tx);
  await sql`
    update customers set balance_cents = (select coalesce(sum(open_cents), 0) from invoices where customer_id = customers.id)
    where id in (select customer_id from invoices where open_cents > 0)
  `.execute(tx);
  await sql`
    insert into shop_state (name, value) select 'last invoice', cast(max(number) as text) from invoices
  `.execute(tx);
}

async function moveStock(tx: Db): Promise<void> {
  await sql`
    insert into stock_moves (product_id, pounds, stock_after, reason, order_id, at)
    select product_id, -order_lines.pounds, 0, 'hold', orders.id, created_at
    from order_lines join orders on orders.id = order_lines.order_id where ${isSeeded} order by orders.id
  `.execute(tx);
}
