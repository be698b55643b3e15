// Hundreds of orders for tests that compare with a brute-force count, written through the stores the checkout uses.
import { randomUUID } from 'node:crypto';
import type { LocationOption } from '#contracts/ordering-rules.ts';
import type { Database } from '#server/database/database.ts';
import type { StoredStatus } from '#server/database/schema.ts';
import * as store from '#server/orders/order.store.ts';

/** The same sequence on every run. */
export function seededRandom(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const firstNames = ['Dana', 'Luis', 'Kei', 'Ana', 'Theo', 'José', 'Mara', 'Wren'];
const lastNames = ['Whitlock', 'Ferreira', 'Nakamura', 'Souza', 'Brandt', 'Smith-Jones', "O'Brien", 'Danaher'];
/** Possible status histories of an order. */
const histories: StoredStatus[][] = [
  [],
  ['authorised'],
  ['failed'],
  ['cancelled'],
  ['authorised', 'paid'],
  ['authorised', 'paid', 'refunded'],
  ['authorised', 'paid', 'cancelled'],
  ['authorised', 'paid', 'cancelled', 'refunded'],
  ['authorised', 'paid', 'ready'],
  ['authorised', 'paid', 'ready', 'completed'],
  ['authorised', 'paid', 'ready', 'completed', 'refunded'],
];

type Span = { from: string; to: string };

/** Inserts orders of two products at random times in the span, each moved through a random status history. */
export async function insertOrders(
  { transaction }: Database,
  count: number,
  { from, to }: Span,
  random = seededRandom(7),
) {
  const start = Date.parse(from);
  const minutes = Math.floor((Date.parse(to) - start) / 60_000);
  for (let inserted = 0; inserted < count; inserted += 50)
    await transaction([], async (tx) => {
      for (let n = inserted; n < Math.min(inserted + 50, count); n += 1) {
        const name = `${firstNames[random(firstNames.length)]} ${lastNames[random(lastNames.length)]}`;
        const pounds = 1 + random(60);
        const both = random(4) === 0;
        const candidates = [
          { product_id: 1, name: 'Triple Pearl', price_cents: 1600 - random(3), pounds },
          { product_id: 2, name: 'Comet', price_cents: 1450 + random(3), pounds: 1 + random(9) },
        ].slice(both ? 0 : random(2), both ? 2 : undefined);
        const lines = both ? candidates : candidates.slice(0, 1);
        const sum = lines.reduce((all, line) => all + line.pounds, 0);
        const location_option: LocationOption = sum >= 22 && random(2) ? 'delivery' : 'pickup';
        const email = random(3) ? `${name.toLowerCase().replace(/\W+/g, '.')}@brew${random(20)}.example` : null;
        const phone = `(707) 555-${String(random(10_000)).padStart(4, '0')}`;
        const created_at = new Date(start + random(minutes) * 60_000).toISOString();
        const id = await store.insertOrder(tx, {
          view_key: 'x',
          checkout_key: randomUUID(),
          name,
          address: null,
          account_id: null,
          location_option,
          email,
          phone,
          pounds: sum,
          amount_cents: lines.reduce((all, line) => all + line.pounds * line.price_cents, 0),
          created_at,
        });
        if (id === undefined) throw new Error('The order already exists.');
        await store.insertLines(tx, { lines: lines.map((line) => ({ ...line, order_id: id })) });
        let status: StoredStatus = 'pending';
        for (const to of histories[random(histories.length)] ?? []) {
          const set = to === 'authorised' ? { payment_id: `demo_Pay${id}X` } : {};
          // Some are canceled or refunded on the day of the order, most weeks later.
          const daysLater = to === 'cancelled' || to === 'refunded' ? id % 40 : 0;
          const at = new Date(Date.parse(created_at) + daysLater * 86_400_000).toISOString();
          await store.transition(tx, { id, from: [status], to, set });
          if (to !== 'authorised') await store.insertEvent(tx, { order_id: id, status: to, at });
          status = to;
        }
      }
    });
}
