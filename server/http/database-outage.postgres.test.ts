// PostgreSQL in a failover, as the shop sees it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();

test.each(['admin_shutdown', 'read_only_sql_transaction', 'query_canceled'])(
  'with a database error %s, an order charges nothing and asks the buyer to try again',
  async (condition) => {
    shop.expectError(/The database is not responding/);
    const { db } = shop.database;
    await sql`create or replace function refuse() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception 'failing over' using errcode = '${condition}'; end`)}`.execute(db);
    await sql`create trigger failing_over before insert on orders for each row execute function refuse()`.execute(db);
    const order = () =>
      shop.visitor.attempt('POST /api/process-payment', {
        body: {
          sourceId: 'cnon:card-nonce-ok',
          amount: 1600,
          orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
        },
      });

    const rejected = await order();
    await sql`drop trigger failing_over on orders`.execute(db);
    const accepted = await order();

    expect(rejected).toMatchObject({
      status: 503,
      body: {
        status: 'error',
        error:
          "We can't take payments right now. This attempt did not charge your card. Please try again in a few seconds.",
      },
    });
    expect(rejected.headers.get('retry-after')).toBe('5');
    expect(accepted.status).toBe(200);
  },
);

test('a page that cannot be rendered says to try again', async () => {
  shop.expectError(/The database is not responding/);
  await sql`alter table products rename to products_elsewhere`.execute(shop.database.db);
  await sql`create function missing() returns setof products_elsewhere language plpgsql as
    ${sql.lit("begin raise exception 'failing over' using errcode = 'cannot_connect_now'; end")}`.execute(
    shop.database.db,
  );
  await sql`create view products as select * from missing()`.execute(shop.database.db);

  const page = await shop.visitor.fetch('/products?search=cascade');

  expect(page.status).toBe(503);
  expect(await page.text()).toContain("We can't reach our records right now. Please try again in a few seconds.");
});
