// The tables in a backup.
import type { Tables } from '#server/database/schema.ts';

type Table = { name: keyof Tables; key: string[] };

/** In restore order: referenced tables come first. The key lets each table be read in batches. */
export const backedUpTables: Table[] = [
  { name: 'shop_facts', key: ['name'] },
  { name: 'accounts', key: ['id'] },
  { name: 'second_factors', key: ['account_id'] },
  { name: 'recovery_codes', key: ['account_id', 'code_hash'] },
  { name: 'mails', key: ['id'] },
  { name: 'products', key: ['id'] },
  { name: 'lots', key: ['id'] },
  { name: 'posts', key: ['id'] },
  { name: 'orders', key: ['id'] },
  { name: 'order_lines', key: ['order_id', 'product_id'] },
  { name: 'stock_moves', key: ['id'] },
  { name: 'payment_attempts', key: ['id'] },
  { name: 'order_events', key: ['id'] },
  { name: 'refunds', key: ['id'] },
  { name: 'payment_alarms', key: ['id'] },
  { name: 'audit_lines', key: ['id'] },
  { name: 'webhook_events', key: ['event_id'] },
  { name: 'order_marks', key: ['rank'] },
  { name: 'order_totals', key: ['day', 'status', 'shard'] },
  { name: 'sales_totals', key: ['day', 'product_id', 'shard'] },
];

/**
 * Not backed up: old sessions must not come back, so people log in again and rate limits start over. The search index is
 * rebuilt from the orders when the shop opens.
 */
export const excludedTables: (keyof Tables)[] = ['sessions', 'password_resets', 'limits', 'order_words'];
