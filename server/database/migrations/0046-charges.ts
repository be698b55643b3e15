import type { Migration } from '../migrate.ts';

// One table of charges and one of refunds, whatever a card pays for: an order or an invoice. While an instance of 0.1.0 serves
// beside this version on PostgreSQL, views under the old names and triggers show it what it knows. They go in 0.3.0.
export const charges: Migration = {
  number: 46,
  name: 'charges',
  up: ({ id, time, appendOnly, notAppendOnly, renameIndex, onPostgres, onSqlite }) => [
    ...onPostgres(
      // All of them before anything is changed, so that it does not wait in the middle.
      'lock table payment_attempts, invoice_payments, ledger_entries, refunds, invoice_refunds in access exclusive mode',
      'lock table invoices, order_changes, accounts in share row exclusive mode',
    ),
    'alter table payment_attempts rename to charges',
    `alter table charges add column purpose text not null default 'order' check (purpose in ('order', 'invoice'))`,
    'alter table charges add column invoice_number integer references invoices (number)',
    'alter table charges add column checkout_key text',
    'alter table charges add column reference text',
    'alter table charges add column card text',
    'alter table charges add column failure text',
    'alter table charges add column failure_status integer',
    // Of the last 30 days, as long as keys live. Nobody asks for what is older.
    `update charges set
      checkout_key = orders.checkout_key, card = orders.card,
      failure = orders.failure, failure_status = orders.failure_status,
      reference = (select value from shop_state where name = 'shop id') || '-' || orders.id
      from orders where orders.id = charges.order_id and orders.checkout_key in (select key from checkouts)`,
    'drop index payment_attempts_live',
    `create unique index charges_live on charges (order_id, coalesce(invoice_number, 0))
      where state in ('open', 'approved')`,
    ...renameIndex('payment_attempts_by_order', 'charges_by_order', 'charges (order_id)'),
    ...renameIndex(
      'payment_attempts_to_check',
      'charges_to_check',
      'charges (next_check_at) where next_check_at is not null',
    ),
    'create unique index charges_by_checkout_key on charges (checkout_key) where checkout_key is not null',
    'create unique index charges_by_reference on charges (reference) where reference is not null',
    'create index charges_by_payment on charges (payment_id) where payment_id is not null',
    'create index charges_by_time on charges (created_at)',
    'create index charges_by_invoice on charges (invoice_number) where invoice_number is not null',
    `insert into charges (purpose, order_id, invoice_number, checkout_key, reference, key, provider, state, amount_cents,
        payment_id, card, failure, failure_status, checks, next_check_at, leased_until, created_at)
      select 'invoice', invoices.order_id, number, checkout_key,
        (select value from shop_state where name = 'shop id') || '-i' || number || '-' || id,
        key, provider, state, payment.amount_cents,
        payment_id, card, failure, failure_status, checks, next_check_at, leased_until, created_at
      from invoice_payments as payment join invoices on number = invoice_number order by id`,

    ...notAppendOnly('ledger_entries'),
    'alter table ledger_entries add column charge_id integer references charges (id)',
    `update ledger_entries set charge_id = (select charges.id from invoice_payments
        join charges on charges.key = invoice_payments.key where invoice_payments.id = invoice_payment_id)
      where invoice_payment_id is not null`,
    'alter table ledger_entries drop column invoice_payment_id',
    'alter table ledger_entries add column invoice_payment_id integer',
    'update ledger_entries set invoice_payment_id = charge_id where charge_id is not null',
    ...appendOnly('ledger_entries'),

    ...onSqlite(
      `create table charge_refunds (
        id ${id},
        charge_id integer references charges (id),
        key text not null unique,
        request_key text,
        amount_cents bigint not null check (amount_cents > 0),
        state text not null check (state in ('open', 'done', 'refused')),
        ends_order integer not null default 0,
        change_id integer references order_changes (id),
        lines text not null default '[]',
        restock integer not null default 0,
        refund_id text,
        refusal text,
        reason text,
        account_id integer references accounts (id),
        checks integer not null default 0,
        next_check_at ${time},
        leased_until ${time},
        created_at ${time} not null,
        done_at ${time},
        compared_at ${time},
        order_id integer,
        customer_id integer
      )`,
      `insert into charge_refunds (id, key, request_key, amount_cents, state, ends_order, change_id, lines, restock, refund_id,
          refusal, reason, account_id, checks, next_check_at, leased_until, created_at, done_at, compared_at, order_id)
        select id, key, request_key, amount_cents, state, ends_order, change_id, lines, restock, refund_id,
          refusal, reason, account_id, checks, next_check_at, leased_until, created_at, done_at, compared_at, order_id
        from refunds`,
      'drop table refunds',
    ),
    // PostgreSQL would lock every table that these refer to before it drops them, and sales would wait for that.
    ...onPostgres(
      'alter table refunds rename to charge_refunds',
      'alter table charge_refunds add column charge_id integer references charges (id), add column customer_id integer',
      'alter table charge_refunds alter column order_id drop not null, drop constraint partial_refunds_request_key_key',
      'alter index refunds_open rename to charge_refunds_open_by_order',
      'drop index refunds_by_order, refunds_to_check, refunds_to_compare, refunds_in_books',
    ),
    `update charge_refunds set charge_id =
      (select max(charges.id) from charges where charges.order_id = charge_refunds.order_id and purpose = 'order')`,
    `insert into charge_refunds (charge_id, key, request_key, amount_cents, state,
        refund_id, refusal, reason, account_id, checks, next_check_at, leased_until, created_at, compared_at, customer_id)
      select charges.id, refund.key, request_key, refund.amount_cents, refund.state,
        refund_id, refusal, reason, account_id, refund.checks, refund.next_check_at, refund.leased_until, refund.created_at,
        compared_at, customer_id
      from invoice_refunds as refund
      join invoice_payments as payment on payment.id = invoice_payment_id
      join charges on charges.key = payment.key order by refund.id`,
    ...onSqlite('drop table invoice_refunds', 'drop table invoice_payments'),
    ...onPostgres(
      'alter table charge_refunds alter column charge_id set not null',
      ...['invoice_refunds', 'invoice_payments'].flatMap((table) => [
        `delete from ${table}`,
        `alter table ${table} rename to old_${table}`,
      ]),
    ),
    "create unique index charge_refunds_open on charge_refunds (charge_id) where state = 'open'",
    'create index charge_refunds_by_charge on charge_refunds (charge_id, id)',
    'create unique index charge_refunds_by_request on charge_refunds (request_key, charge_id) where request_key is not null',
    'create index charge_refunds_to_check on charge_refunds (next_check_at) where next_check_at is not null',
    "create index charge_refunds_to_compare on charge_refunds (id) where state = 'refused' and compared_at is null",
    "create index charge_refunds_in_books on charge_refunds (done_at, id) where state = 'done'",
    ...onPostgres(...forOldVersions),
  ],
};

const forOldVersions = [
  `create view payment_attempts as select id, order_id, key, provider, state, payment_id, checks, next_check_at,
    leased_until, created_at, amount_cents from charges where purpose = 'order'`,
  `create view invoice_payments as select id, invoice_number, checkout_key, amount_cents, key, provider, state, payment_id,
    card, failure, failure_status, checks, next_check_at, leased_until, created_at from charges where purpose = 'invoice'`,
  `create view refunds as select id, order_id, key, request_key, amount_cents, state, ends_order, change_id, lines, restock,
    refund_id, refusal, account_id, reason, checks, next_check_at, leased_until, created_at, done_at, compared_at
    from charge_refunds where order_id is not null`,
  `create view invoice_refunds as select id, charge_id as invoice_payment_id, customer_id, key, request_key, amount_cents,
    state, refund_id, refusal, reason, account_id, checks, next_check_at, leased_until, created_at, compared_at
    from charge_refunds where customer_id is not null`,
  ...beforeInsert(
    'charges',
    `if new.invoice_number is not null then
        new.purpose := 'invoice';
        select coalesce(new.order_id, order_id) into new.order_id from invoices where number = new.invoice_number;
      end if;
      if new.checkout_key is null then
        select checkout_key into new.checkout_key from orders where id = new.order_id;
      end if;
      if new.reference is null then
        select value || case new.purpose when 'order' then '-' || new.order_id
            else '-i' || new.invoice_number || '-' || new.id end
          into new.reference from shop_state where name = 'shop id';
      end if;`,
  ),
  ...beforeInsert(
    'charge_refunds',
    `if new.charge_id is null then
        select max(id) into new.charge_id from charges where order_id = new.order_id and purpose = 'order';
      end if;
      if new.order_id is null and new.customer_id is null then
        select case purpose when 'order' then charges.order_id end, invoices.customer_id
          into new.order_id, new.customer_id
          from charges left join invoices on number = invoice_number where charges.id = new.charge_id;
      end if;`,
  ),
  ...beforeInsert(
    'ledger_entries',
    `new.charge_id := coalesce(new.charge_id, new.invoice_payment_id);
      new.invoice_payment_id := new.charge_id;`,
  ),
  // It writes why an order failed into the order, after the charge.
  functionOf(
    'failures_for_old_versions',
    `update charges set failure = orders.failure, failure_status = orders.failure_status
    from orders where orders.id = new.order_id and charges.id = new.id;`,
  ),
  `create constraint trigger failures_for_old_versions after update of state on charges
    deferrable initially deferred for each row
    when (new.state in ('declined', 'voided') and new.purpose = 'order' and new.failure is null)
    execute function failures_for_old_versions()`,
];

function beforeInsert(table: string, body: string): string[] {
  const name = `${table}_for_old_versions`;
  return [
    functionOf(name, body),
    `create trigger ${name} before insert on ${table} for each row execute function ${name}()`,
  ];
}

function functionOf(name: string, body: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return new; end $$`;
}
