// The order in which transactions lock rows, by an update, a delete or an upsert. Two that follow it never wait for each other;
// of two that don't, PostgreSQL ends one. record-locks.ts checks every transaction of the tests.

/** Rows of shop_state have their own names. */
const LOCK_ORDER = [
  'rate_limits',
  'webhook_events',
  'accounts',
  // Idempotency keys.
  'checkouts',
  'charges',
  'customers',
  'books',
  'orders',
  'harvests',
  'products',
  'lot numbers',
  'last invoice',
  'posts',
  'pictures',
  'settings_versions',
  'subscriptions',
  'emails',
  'payment_alerts',
];

/**
 * Rows that belong to others, which are locked before them; so they need no place themselves. Without that, a transaction locks
 * nothing else.
 */
const OWNERS: Record<string, string[]> = {
  sessions: ['accounts'],
  two_factor_secrets: ['accounts'],
  recovery_codes: ['accounts'],
  password_resets: ['accounts'],
  invoices: ['customers'],
  customer_search_terms: ['customers'],
  resale_certificates: ['customers'],
  book_days: ['books'],
  closed_months: ['books'],
  // Of the charge of an order, or of an invoice.
  charge_refunds: ['orders', 'customers'],
  reservations: ['orders'],
  order_lines: ['orders'],
  order_line_lots: ['orders', 'products'],
  order_events: ['orders'],
  order_adjustments: ['orders'],
  order_changes: ['orders'],
  order_notes: ['orders'],
  order_search_terms: ['orders'],
  shipments: ['orders'],
  harvest_days: ['harvests'],
  lots: ['products'],
  price_tiers: ['products'],
  stock_moves: ['products'],
  post_previews: ['posts'],
};

/** Marks of jobs, which run alone. */
const UNPLACED = /^shop_state /;

/** What is wrong with the locks of a transaction, in the order in which it first took them. */
export function lockViolations(locks: string[]): string[] {
  const placed = locks.filter((name) => !UNPLACED.test(name));
  return placed.flatMap((name, index) => {
    const before = placed.slice(0, index);
    const owners = OWNERS[name];
    if (owners)
      return placed.length === 1 || owners.some((owner) => before.includes(owner)) ? [] : [`${name} without ${owners}`];
    const place = LOCK_ORDER.indexOf(name);
    if (place < 0) return placed.length === 1 ? [] : [`${name} has no place`];
    return before.filter((other) => LOCK_ORDER.indexOf(other) > place).map((other) => `${name} after ${other}`);
  });
}
