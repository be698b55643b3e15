// PostgreSQL without room for what should be written.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const farm = await openTestShop();

test.each(['disk_full', 'too_many_connections', 'out_of_memory'])(
  'a database that says %s: the order is refused in plain words, and goes through when there is room',
  async (condition) => {
    farm.expectError(/There is no room left to store anything/);
    const { db } = farm.database;
    await sql`create or replace function refuse() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception 'no room' using errcode = '${condition}'; end`)}`.execute(db);
    await sql`create trigger full_up before insert on orders for each row execute function refuse()`.execute(db);
    const order = () =>
      farm.visitor.attempt('POST /api/process-payment', {
        body: {
          sourceId: 'cnon:card-nonce-ok',
          amount: 1600,
          orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
        },
      });

    const refused = await order();
    await sql`drop trigger full_up on orders`.execute(db);
    const taken = await order();

    expect(refused).toMatchObject({
      status: 503,
      body: { status: 'error', error: expect.stringContaining('cannot store') },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(taken.status).toBe(200);
  },
);
