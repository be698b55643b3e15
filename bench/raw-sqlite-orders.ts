// The baseline for orders: the same rows in the same transactions, straight into SQLite. Each transaction has its own commit;
// the shop's transactions share commits when several people order at once.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [dataDir = '', count = '1000'] = process.argv.slice(2);
const database = new DatabaseSync(join(dataDir, 'farm.sqlite'), { timeout: 5000 });
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');

const at = '2026-10-01T17:00:00.000Z';
const insert = (table: string, row: Record<string, string | number | null>) => {
  const names = Object.keys(row);
  const text = `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`;
  const statement = prepared.get(text) ?? database.prepare(text);
  prepared.set(text, statement);
  return Number(statement.run(...Object.values(row)).lastInsertRowid);
};
const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
const hold = database.prepare('update products set stock = stock - 1 where id = 1 and stock >= 1');
const holdLot = database.prepare(
  'update lots set stock = stock - 1 where product_id = 1 and current_since is not null returning id',
);
const setStatus = database.prepare('update orders set status = ?, payment_id = ? where id = ? and status = ?');
const charge = database.prepare('update charges set state = ?, payment_id = ?, card = ? where order_id = ?');
const addTerm = (order_id: number, term: string) =>
  insert('order_search_terms', { bucket: Math.floor(order_id / 2048), term, order_id });
const replaceTerm = database.prepare(
  "update order_search_terms set term = '=paid' where bucket = ? and term = '=pending' and order_id = ?",
);
const commit = <T>(work: () => T): T => {
  database.exec('begin immediate');
  const result = work();
  database.exec('commit');
  return result;
};

const started = performance.now();
for (let order = 0; order < Number(count); order += 1) placeOrder();
console.log(Number(count) / ((performance.now() - started) / 1000));

function placeOrder(): void {
  const id = commit(() => {
    hold.run();
    const orderId = insert('orders', {
      view_key: randomUUID(),
      checkout_key: randomUUID(),
      status: 'pending',
      name: 'Dana',
      phone: '707',
      email: 'd@tulefog.example',
      address: '1 Levee Road',
      location_option: 'pickup',
      pounds: 1,
      amount_cents: 1600,
      created_at: at,
    });
    insert('stock_moves', { product_id: 1, pounds: -1, stock_after: 0, reason: 'hold', order_id: orderId, at });
    insert('order_line_lots', { order_id: orderId, product_id: 1, lot_id: Number(holdLot.get()?.id), pounds: 1 });
    insert('order_lines', { order_id: orderId, product_id: 1, name: 'Triple Pearl', price_cents: 1600, pounds: 1 });
    insert('order_events', { order_id: orderId, status: 'pending', at });
    insert('charges', {
      order_id: orderId,
      checkout_key: randomUUID(),
      reference: `hsr-${orderId}`,
      key: randomUUID(),
      provider: 'demo',
      state: 'open',
      amount_cents: 1600,
      next_check_at: at,
      created_at: at,
    });
    for (const word of ['dana', 'd@tulefog.example', 'tulefog.example', '707', '=pending', '@2026-10-01'])
      addTerm(orderId, word);
    return orderId;
  });
  const payment = `demo_${id}`;
  commit(() => {
    setStatus.run('authorised', payment, id, 'pending');
    charge.run('approved', payment, 'Visa ending 1111', id);
    addTerm(id, payment);
  });
  commit(() => {
    setStatus.run('paid', payment, id, 'authorised');
    charge.run('captured', payment, 'Visa ending 1111', id);
    replaceTerm.run(Math.floor(id / 2048), id);
    insert('order_events', { order_id: id, status: 'paid', at });
    for (const recipient of ['d@tulefog.example', 'farm@hops.example'])
      insert('emails', {
        recipient,
        subject: 'Your order',
        text: 'x'.repeat(600),
        html: 'x'.repeat(1500),
        created_at: at,
      });
  });
}
