// Adds two years of orders and ten years of posts to the shop in DATA_DIR or DATABASE_URL, the same on every run:
// npm run bench -- seed 1000000 10000
import { type RawBuilder, sql } from 'kysely';
import { withShopDatabase } from '#cli/shop-database.ts';
import { rebuildIndex } from '#cli/verify-index.ts';
import { addCustomers } from './seed-customers.ts';

type ShopDatabase = Parameters<Parameters<typeof withShopDatabase>[0]>[0];
type Db = ShopDatabase['db'];

const CHUNK = 50_000;
const DAY = 86_400;
const YEARS = 2;
const firstNames = [
  'Dana',
  'Luis',
  'Kei',
  'Ana',
  'Theo',
  'José',
  'Mara',
  'Wren',
  'Otis',
  'June',
  'Abel',
  'Noor',
  'Iris',
];
const lastNames = [
  'Whitlock',
  'Ferreira',
  'Nakamura',
  'Souza',
  'Brandt',
  'Alvarado',
  "O'Brien",
  'Smith',
  'Okafor',
  'Lindqvist',
];

export type Size = { orders: number; posts: number };

/** Requires a shop that has been started once, so it has its tables and products, and is stopped now. */
export async function seedLarge(database: ShopDatabase, { orders, posts }: Size): Promise<void> {
  const newest = Math.floor(Date.now() / 1000) - 3600;
  const timestamp = (seconds: RawBuilder<unknown>) =>
    database.kind === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
      : sql`to_timestamp(${seconds})`;
  for (let from = 1; from <= orders; from += CHUNK) {
    const to = Math.min(orders, from + CHUNK - 1);
    await database.transaction([], (tx) => placeOrders(tx, { from, to, total: orders, newest, timestamp }));
  }
  await addCustomers(database);
  for (let from = 1; from <= posts; from += CHUNK)
    await database.transaction([], (tx) =>
      publish(tx, { from, to: Math.min(posts, from + CHUNK - 1), total: posts, newest, timestamp }),
    );
  await rebuildIndex(database);
  // What PostgreSQL's autovacuum would do after a while.
  if (database.kind === 'postgres')
    for (const table of [
      'orders',
      'order_lines',
      'order_search_terms',
      'order_events',
      'charges',
      'posts',
      'customers',
      'invoices',
      'ledger_entries',
      'stock_moves',
    ])
      await sql`vacuum analyze ${sql.table(table)}`.execute(database.db);
}

type Chunk = {
  from: number;
  to: number;
  total: number;
  newest: number;
  timestamp(seconds: RawBuilder<unknown>): RawBuilder<unknown>;
};

async function placeOrders(tx: Db, { from, to, total, newest, timestamp }: Chunk): Promise<void> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from orders`.execute(tx);
  const before = rows[0]?.id ?? 0;
  const seconds = sql`${newest} - cast(${total} - n as double precision) * ${YEARS * 365 * DAY} / ${total}`;
  // A few are in progress; most of the others are completed.
  const status = sql`case
    when n > ${total} - 60 then 'paid' when n > ${total} - 120 then 'ready'
    when n % 50 = 7 then 'refunded' when n % 50 in (11, 33) then 'cancelled' when n % 50 = 21 then 'failed'
    else 'completed' end`;
  await sql`
    insert into orders (view_key, checkout_key, status, payment_id, card, name, email, address, phone, location_option,
      pounds, amount_cents, account_id, created_at)
    with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)}),
    first_names (place, first_name) as (values ${nameList(firstNames)}),
    last_names (place, last_name) as (values ${nameList(lastNames)})
    select 'growth', 'growth-' || cast(n + ${sql.lit(before)} as text), ${status},
      case when n % 50 = 21 then null else 'demo_' || cast(n * 7 + ${sql.lit(before)} as text) || 'g' end,
      'Visa ending 1111', first_name || ' ' || last_name,
      case when n % 5 = 0 then null
        else lower(first_name) || cast(n % 997 as text) || '@brewery' || cast(n % 331 as text) || '.example' end,
      case when n % 3 = 0 then cast(n % 900 as text) || ' Levee Road' end,
      '(' || cast(200 + n % 700 as text) || ') 555-' || substr(cast(10000 + n * 31 % 10000 as text), 2),
      case when n % 3 = 0 and 5 + n * 31 % 60 >= 22 then 'delivery' else 'pickup' end,
      5 + n * 31 % 60,
      case when n % 4 = 0 then (3 + n * 31 % 60) * 1600 + 2 * 1450
        when n % 2 = 0 then (5 + n * 31 % 60) * 1600 else (5 + n * 31 % 60) * 1450 end,
      case when n % ${sql.lit(Math.max(1, Math.floor(total / 40)))} = 0 then (select min(id) from accounts where role = 'customer') end,
      ${timestamp(seconds)}
    from numbers
    join first_names on first_names.place = n % ${sql.lit(firstNames.length)}
    join last_names on last_names.place = n / 7 % ${sql.lit(lastNames.length)}
    order by n
  `.execute(tx);
  const newOrders = sql`orders.id > ${before}`;
  // The amount tells which hops an order contains.
  await sql`
    insert into order_lines (order_id, product_id, name, price_cents, pounds)
    select id, 1, 'Triple Pearl', 1600, case when amount_cents = pounds * 1600 then pounds else pounds - 2 end
    from orders where ${newOrders} and amount_cents <> pounds * 1450
    union all
    select id, 2, 'Comet', 1450, case when amount_cents = pounds * 1450 then pounds else 2 end
    from orders where ${newOrders} and amount_cents <> pounds * 1600
  `.execute(tx);
  await sql`
    insert into charges (order_id, key, provider, state, amount_cents, payment_id, created_at)
    select id, 'growth-' || cast(id as text), 'demo', case when payment_id is null then 'declined' else 'captured' end,
      amount_cents, payment_id, created_at
    from orders where ${newOrders}
  `.execute(tx);
  for (const event of ['pending', 'paid', 'completed'])
    await sql`
      insert into order_events (order_id, status, at)
      select id, ${sql.lit(event)}, created_at from orders
      where ${newOrders} and (${sql.lit(event)} = 'pending' or ${sql.lit(event)} = 'paid' and payment_id is not null or status = ${sql.lit(event)})
    `.execute(tx);
}

async function publish(tx: Db, { from, to, total, newest, timestamp }: Chunk): Promise<void> {
  const seconds = sql`${newest} - cast(${total} - n as double precision) * ${10 * 365 * DAY} / ${total}`;
  const text = 'The kiln ran all night and the barn smells of resin and citrus. '.repeat(40);
  await sql`
    insert into posts (title, content, excerpt, image_url, created_at, published_at)
    with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})
    select 'Week ' || cast(n as text), ${sql.lit(`<p>${text}</p>`)}, ${sql.lit(`${text.slice(0, 150)}...`)}, null, ${timestamp(seconds)}, ${timestamp(seconds)}
    from numbers order by n
  `.execute(tx);
}

const nameList = (names: string[]) => sql.join(names.map((name, index) => sql`(${sql.lit(index)}, ${sql.lit(name)})`));

if (import.meta.main) {
  const [orders = 1_000_000, posts = 10_000] = process.argv.slice(2).map(Number);
  await withShopDatabase(async (database) => {
    await seedLarge(database, { orders, posts });
    return `Added ${orders} orders and ${posts} posts.`;
  });
}
