// PostgreSQL in a failover, as the shop sees it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ping } from '#server/database/ping.store.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const order = () =>
  shop.visitor.attempt('POST /api/process-payment', {
    body: {
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
    },
  });

test.each(['admin_shutdown', 'read_only_sql_transaction', 'query_canceled', 'too_many_connections', 'out_of_memory'])(
  'with a database error %s, an order charges nothing and asks the buyer to try again',
  async (condition) => {
    shop.expectError(/The database is not responding/);
    const { db } = shop.database;
    await sql`create or replace function refuse() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception 'failing over' using errcode = '${condition}'; end`)}`.execute(db);
    await sql`create trigger failing_over before insert on orders for each row execute function refuse()`.execute(db);
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

test('tries of good cards that an outage kept from being given back are given back later', async () => {
  shop.expectError(/The limit on declined cards was not updated/);
  const { db } = shop.database;
  await sql`create function keep() returns trigger language plpgsql as
    ${sql.lit("begin raise exception 'failing over' using errcode = 'admin_shutdown'; end")}`.execute(db);
  await sql`create trigger keep_tries before update on rate_limits for each row when (new.used < old.used)
    execute function keep()`.execute(db);
  const pay = async () => (await order()).status;

  const during = [await pay(), await pay(), await pay(), await pay(), await pay()];
  const locked = await pay();
  await sql`drop trigger keep_tries on rate_limits`.execute(db);
  await shop.jobs.runNow('declined cards');

  expect([during, locked]).toEqual([[200, 200, 200, 200, 200], 429]);
  expect(await pay()).toBe(200);
});

test('a read-only database is not healthy', async () => {
  const check = shop.database.transaction([], async (tx) => {
    await sql`set transaction read only`.execute(tx);
    await ping({ db: tx, kind: 'postgres' });
  });

  await expect(check).rejects.toThrow('The database is read-only.');
  await ping(shop.database);
});

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
