// What a day adds up to, in one statement: the rows of the books by type and product, and how many orders were sold. It says the
// same as the rows of the files (book-rows.ts), without reading them one by one.
import { type RawBuilder, sql } from 'kysely';
import type { BookType } from '#contracts/book-types.ts';
import { ENTRIES_IN_BOOKS, EVENTS_IN_BOOKS } from '#server/database/migrations/0029-books.ts';
import type { Db } from '#server/database/schema.ts';
import type { Times } from './book-row.ts';
import { wasSold } from './book-rows.store.ts';

export type DaySum = {
  /** `orders`: sold less taken back, in `rows`. */
  type: BookType | 'orders';
  product_id: number | null;
  rows: number;
  pounds: number;
  amount_cents: number;
};

/** `cross join`, because SQLite then begins with the table on the left, which is the small one. */
export async function sumDay(db: Db, day: string, { from, to }: Times): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    with sold as (
      select orders.id from orders where orders.created_at >= ${from} and orders.created_at < ${to} and ${wasSold}
    ),
    placed as (
      select order_id, product_id, sum(pounds) as pounds, sum(amount_cents) as amount_cents from (
        select line.order_id, line.product_id, line.pounds, line.price_cents * line.pounds as amount_cents
        from sold cross join order_lines as line where line.order_id = sold.id
        union all
        select change.order_id, change.product_id, -change.pounds, -change.amount_cents
        from sold cross join order_adjustments as change where change.order_id = sold.id and change.kind = 'pounds'
      ) as lines group by order_id, product_id having sum(pounds) > 0
    ),
    ended as (
      select orders.id, orders.amount_cents, orders.refunded_cents
      from order_events as event cross join orders
      where ${sql.raw(EVENTS_IN_BOOKS.replace('status', 'event.status'))}
        and event.at >= ${from} and event.at < ${to} and event.status in ('cancelled', 'refunded')
        and orders.id = event.order_id
        and not exists (
          select 1 from order_events as earlier
          where earlier.order_id = event.order_id and earlier.id < event.id and earlier.status in ('cancelled', 'refunded')
        )
        and (orders.on_terms = 1 or exists (
          select 1 from order_events as earlier
          where earlier.order_id = event.order_id and earlier.id < event.id and earlier.status = 'paid'
        ))
    ),
    left_of_lines as (
      select line.order_id, line.product_id, line.pounds + ${refunded('pounds')} as pounds,
        line.price_cents * line.pounds + ${refunded('amount_cents')} as amount_cents
      from ended cross join order_lines as line where line.order_id = ended.id
    ),
    rest as (
      select coalesce((
          select sum(amount_cents) from invoices where invoices.order_id = ended.id and lowers_sales = 1
        ), 0) + ended.refunded_cents - ended.amount_cents
        + coalesce((select sum(amount_cents) from left_of_lines where order_id = ended.id), 0) as amount_cents
      from ended
    ),
    moves (type, product_id, entries, pounds, amount_cents) as (
      select 'orders', null, (select count(*) from sold) - (select count(*) from ended), 0, 0
      union all select 'sale', product_id, 1, pounds, amount_cents from placed
      union all select 'charge', null, 1, 0, deposit_cents
        from sold cross join reservations where reservations.order_id = sold.id
      union all select 'sale taken back', product_id, 1, -pounds, -amount_cents
        from left_of_lines where pounds <> 0 or amount_cents <> 0
      union all select 'sale taken back', null, 1, 0, amount_cents from rest where amount_cents <> 0
      union all select case kind when 'pounds' then 'pounds changed' when 'refund' then 'sale taken back' else kind end,
          product_id, 1, case kind when 'discount' then 0 else pounds end, amount_cents
        from order_adjustments where day = ${day}
      union all select 'credit note', null, 1, 0, -amount_cents from invoices where lowers_sales = 1 and issued_on = ${day}
      union all select 'payment', null, 1, 0, coalesce(
          (select max(charge.amount_cents) from charges as charge
            where charge.order_id = event.order_id and charge.purpose = 'order' and charge.state = 'captured'), orders.amount_cents)
        from order_events as event cross join orders
        where ${sql.raw(EVENTS_IN_BOOKS.replace('status', 'event.status'))}
          and event.at >= ${from} and event.at < ${to} and event.status = 'paid'
          and orders.id = event.order_id and orders.on_terms = 0
      union all select case when kind = 'payment' then 'payment' when method is null then 'refund'
          else 'payment taken back' end, null, 1, 0, -amount_cents
        from ledger_entries where ${sql.raw(ENTRIES_IN_BOOKS)} and day = ${day}
      union all select 'refund', null, 1, 0, -refund.amount_cents
        from charge_refunds as refund cross join charges
        where refund.state = 'done' and done_at >= ${from} and done_at < ${to}
          and charges.id = refund.charge_id and purpose = 'order'
      union all select 'card fee', null, 1, 0, -amount_cents from card_fees where day = ${day}
    )
    select type, product_id, sum(entries) as rows, sum(pounds) as pounds, sum(amount_cents) as amount_cents
    from moves group by type, product_id
  `.execute(db);
  return rows.map((sum) => ({
    ...sum,
    rows: Number(sum.rows),
    pounds: Number(sum.pounds),
    amount_cents: Number(sum.amount_cents),
  }));
}

/** Below zero: what was taken back of a line in part, on its own day. */
const refunded = (column: 'pounds' | 'amount_cents'): RawBuilder<number> => sql`coalesce((
  select sum(${sql.ref(column)}) from order_adjustments as refund
  where refund.order_id = line.order_id and refund.product_id = line.product_id and refund.kind = 'refund'
), 0)`;
