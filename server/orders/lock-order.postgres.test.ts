import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { assignCustomer } from './assign-customers.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { database, visitor, clock } = shop;
const wren = await shop.as('wren');

test('an order that gets its customer just before it is canceled is canceled with its customer locked', async () => {
  const { body } = await visitor.attempt('POST /api/process-payment', {
    body: {
      ...{ sourceId: 'cnon:card-nonce-ok', amount: 1600 },
      orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
    },
  });
  const id = body.order?.id ?? 0;
  const before = database.repeats();
  const { promise: assigned, resolve: assign } = Promise.withResolvers<void>();
  const { promise: canCommit, resolve: commit } = Promise.withResolvers<void>();
  const giving = database.transaction([], async (tx) => {
    await assignCustomer(tx, id, () => clock.now);
    assign();
    await canCommit;
  });
  await assigned;
  const canceling = wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to: 'cancelled' } });
  await someoneWaits();
  commit();
  const [canceled] = await Promise.all([canceling, giving]);

  expect(canceled).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
  expect(database.repeats()).toBe(before + 1);
});

async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        database.db,
      );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
