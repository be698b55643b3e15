// The tables in a backup.
import type { Tables } from '#server/database/schema.ts';

type Table = { name: keyof Tables; key: string[] };

/** In restore order: referenced tables come first. The key lets each table be read in batches. */
export const backedUpTables: Table[] = [
  { name: 'shop_state', key: ['name'] },
  { name: 'accounts', key: ['id'] },
  { name: 'two_factor_secrets', key: ['account_id'] },
  { name: 'recovery_codes', key: ['account_id', 'code_hash'] },
  { name: 'settings_versions', key: ['section', 'version'] },
  { name: 'emails', key: ['id'] },
  { name: 'products', key: ['id'] },
  { name: 'price_tiers', key: ['product_id', 'from_pounds'] },
  { name: 'lots', key: ['id'] },
  { name: 'harvests', key: ['id'] },
  { name: 'harvest_days', key: ['id'] },
  { name: 'subscriptions', key: ['id'] },
  { name: 'staff_alerts', key: ['kind', 'subject'] },
  { name: 'posts', key: ['id'] },
  { name: 'newsletters', key: ['post_id'] },
  { name: 'pictures', key: ['name'] },
  { name: 'post_revisions', key: ['post_id', 'version'] },
  { name: 'customers', key: ['id'] },
  { name: 'resale_certificates', key: ['customer_id'] },
  { name: 'customer_search_terms', key: ['term', 'customer_id'] },
  { name: 'orders', key: ['id'] },
  { name: 'shipments', key: ['order_id'] },
  { name: 'reservations', key: ['id'] },
  { name: 'invoices', key: ['number'] },
  { name: 'number_jumps', key: ['kind', 'from_number'] },
  { name: 'charges', key: ['id'] },
  { name: 'ledger_entries', key: ['id'] },
  { name: 'order_lines', key: ['order_id', 'product_id'] },
  { name: 'order_line_lots', key: ['order_id', 'product_id', 'lot_id'] },
  { name: 'order_changes', key: ['id'] },
  { name: 'order_adjustments', key: ['id'] },
  { name: 'stock_moves', key: ['id'] },
  { name: 'order_events', key: ['id'] },
  { name: 'order_notes', key: ['id'] },
  { name: 'charge_refunds', key: ['id'] },
  { name: 'card_fees', key: ['id'] },
  { name: 'payment_alerts', key: ['id'] },
  { name: 'disputes', key: ['id'] },
  { name: 'checkouts', key: ['key'] },
  { name: 'closed_months', key: ['month'] },
  { name: 'closed_month_files', key: ['month', 'layout'] },
  { name: 'audit_log', key: ['id'] },
  { name: 'webhook_events', key: ['event_id'] },
  { name: 'order_page_anchors', key: ['rank'] },
  { name: 'order_totals', key: ['day', 'status', 'shard'] },
  { name: 'sales_totals', key: ['day', 'product_id', 'shard'] },
  { name: 'revenue_totals', key: ['day', 'shard'] },
];

/**
 * Not backed up: old sessions and revoked preview links must not come back, so people log in again and rate limits start
 * over. The search index is rebuilt from the orders when the shop opens, the totals of days when the books are opened.
 */
export const excludedTables: (keyof Tables)[] = [
  'sessions',
  'password_resets',
  'post_previews',
  'settings_previews',
  'rate_limits',
  'order_search_terms',
  'book_days',
];
