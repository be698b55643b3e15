// PostgreSQL without storage space.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();

test('with a full disk, the order is rejected with a clear message and works once there is space', async () => {
  shop.expectError(/Storage is full/);
  const { db } = shop.database;
  await sql`create or replace function refuse() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception 'no room' using errcode = 'disk_full'; end`)}`.execute(db);
  await sql`create trigger full_up before insert on orders for each row execute function refuse()`.execute(db);
  const order = () =>
    shop.visitor.attempt('POST /api/process-payment', {
      body: {
        sourceId: 'cnon:card-nonce-ok',
        amount: 1600,
        orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
      },
    });

  const rejected = await order();
  await sql`drop trigger full_up on orders`.execute(db);
  const accepted = await order();

  expect(rejected).toMatchObject({
    status: 503,
    body: { status: 'error', error: expect.stringContaining("can't save anything") },
  });
  expect(rejected.headers.get('retry-after')).toBe('60');
  expect(accepted.status).toBe(200);
});
