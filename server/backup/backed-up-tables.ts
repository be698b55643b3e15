// Which tables a backup holds.
import type { Tables } from '#server/database/schema.ts';

type Table = { name: keyof Tables; key: string[] };

/** In the order in which they can be filled again: who is referred to comes first. By key each can be read in pieces. */
export const backedUpTables: Table[] = [
  { name: 'shop_state', key: ['name'] },
  { name: 'accounts', key: ['id'] },
  { name: 'two_factor_secrets', key: ['account_id'] },
  { name: 'recovery_codes', key: ['account_id', 'code_hash'] },
  { name: 'emails', key: ['id'] },
  { name: 'products', key: ['id'] },
  { name: 'lots', key: ['id'] },
  { name: 'posts', key: ['id'] },
  { name: 'orders', key: ['id'] },
  { name: 'order_lines', key: ['order_id', 'product_id'] },
  { name: 'stock_moves', key: ['id'] },
  { name: 'payment_attempts', key: ['id'] },
  { name: 'order_events', key: ['id'] },
  { name: 'refunds', key: ['id'] },
  { name: 'payment_alerts', key: ['id'] },
  { name: 'audit_log', key: ['id'] },
  { name: 'webhook_events', key: ['event_id'] },
  { name: 'order_page_anchors', key: ['rank'] },
  { name: 'order_totals', key: ['day', 'status', 'shard'] },
  { name: 'sales_totals', key: ['day', 'product_id', 'shard'] },
];

/**
 * Nobody comes in with an old backup: people log in again, and counts of wrong guesses start anew. The words that orders are
 * found by are made from the orders when the shop opens.
 */
export const excludedTables: (keyof Tables)[] = ['sessions', 'password_resets', 'rate_limits', 'order_search_terms'];
