// The tables as TypeScript types. The migrations create them, with their constraints.

import type { Generated, Kysely } from 'kysely';
import type { Action } from '#contracts/audit.ts';
import type { Carrier } from '#contracts/carriers.ts';
import type { HarvestKind, HarvestStatus, ReservationState } from '#contracts/harvest-steps.ts';
import type { LocationOption, OrderStatus } from '#contracts/ordering-rules.ts';
import type { StaffRole } from '#contracts/staff-roles.ts';
import type { StockKind } from '#contracts/stock-kinds.ts';

export type Tables = {
  shop_state: { name: string; value: string };
  accounts: {
    id: Generated<number>;
    name: string;
    email: string;
    password_hash: string;
    role: 'customer' | 'admin';
    /** Null for customers. */
    staff_role: StaffRole | null;
    /** Locked out by an owner. */
    deactivated_at: string | null;
    created_at: string;
    first_login_at: string | null;
  };
  sessions: {
    token_hash: string;
    account_id: number;
    created_at: string;
    expires_at: string;
    used_at: string | null;
    address: Generated<string>;
    /** Empty for sessions from before devices were recorded. */
    device: Generated<string>;
  };
  password_resets: { token_hash: string; account_id: number; expires_at: string };
  two_factor_secrets: { account_id: number; secret: string; last_step: Generated<number>; confirmed_at: string | null };
  recovery_codes: { account_id: number; code_hash: string };
  rate_limits: { name: string; used: number; until: string };
  emails: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_at: string;
    tries: Generated<number>;
    /** Null if it was sent or given up. */
    next_try_at: string | null;
    leased_until: string | null;
    sent_at: string | null;
    last_error: string | null;
    /** 1 if a link in it gives access to an account. */
    secret: Generated<number>;
    /** The order it is about. */
    order_id: number | null;
    /** The invoice or credit note that is attached as PDF. */
    invoice_number: number | null;
    /** Of an email that someone subscribed to. */
    unsubscribe_url: string | null;
    /** An attached calendar entry. */
    calendar: string | null;
  };
  /** What is coming. */
  harvests: {
    id: Generated<number>;
    product_id: number;
    kind: HarvestKind;
    status: HarvestStatus;
    expected_on: string;
    pounds: number;
    price_cents: number;
    note: string;
    /** In calendars. */
    uid: string;
    /** How often its day changed. */
    moves: Generated<number>;
    version: Generated<number>;
    created_at: string;
    updated_at: string;
    /** Set once it is off the board. */
    called_off_at: string | null;
    /** Null if buyers can't reserve. */
    deposit_percent: number | null;
    /** What held and weighed reservations add up to. */
    reserved: Generated<number>;
  };
  /** When wet hops can be picked up. */
  harvest_days: {
    id: Generated<number>;
    harvest_id: number;
    day: string;
    /** Farm time, such as 08:00. */
    starts: string;
    ends: string;
    /** How much can be picked up on it. */
    pounds: number;
    reserved: Generated<number>;
    /** How often it was moved. */
    moves: Generated<number>;
  };
  reservations: {
    id: Generated<number>;
    harvest_id: number;
    day_id: number | null;
    order_id: number;
    pounds: number;
    price_cents: number;
    deposit_cents: number;
    state: ReservationState;
    /** What the scale said. */
    final_pounds: number | null;
    created_at: string;
  };
  /** Who wants an email when a product is back or a harvest moves or, without either, the news. */
  subscriptions: {
    id: Generated<number>;
    /** Lower case. */
    email: string;
    product_id: number | null;
    harvest_id: number | null;
    /** In the links that confirm and end it. */
    token: string;
    /** When the last link that confirms it was sent. */
    asked_at: string;
    confirmed_at: string | null;
  };
  /** What the farm was told, so that it is told once. */
  staff_alerts: { kind: 'low stock' | 'payment' | 'mail' | 'morning'; subject: string; at: string };
  /** Posts that are sent to everyone who wants the news. */
  newsletters: {
    post_id: number;
    account_id: number | null;
    started_at: string;
    /** It was queued for the subscriptions up to this one. */
    last_subscription_id: Generated<number>;
    emails: Generated<number>;
    finished_at: string | null;
  };
  products: {
    id: Generated<number>;
    slug: string;
    name: string;
    type: string;
    flavor: string | null;
    alpha_acid: number;
    beta_acid: number;
    total_oil: number;
    aromas: string;
    description: string;
    image_url: string | null;
    price_cents: number;
    stock: number;
    created_at: string;
    deleted_at: string | null;
    version: Generated<number>;
    /** 1 once it has had a lot: an order of other products looks for none. */
    has_lots: Generated<number>;
    /** 1 once it has had a current lot. Only the first one takes the pounds of no lot. */
    had_current_lot: Generated<number>;
  };
  price_tiers: { product_id: number; from_pounds: number; price_cents: number };
  lots: {
    id: Generated<number>;
    product_id: number;
    number: string;
    harvest_year: number;
    form: string;
    moisture: number;
    storage_index: number;
    tested_on: string;
    alpha_acid: number;
    beta_acid: number;
    total_oil: number;
    /** File name of its certificate of analysis. */
    certificate: string | null;
    /** Set for the one lot of a product that is on sale. */
    current_since: string | null;
    version: Generated<number>;
    created_at: string;
    /** Its pounds in the barn. What a product has beyond the sum of its lots belongs to no lot. */
    stock: Generated<number>;
  };
  stock_moves: {
    id: Generated<number>;
    product_id: number;
    /** Null for pounds of no lot. */
    lot_id: number | null;
    /** A move over several lots is a row for each, counted from 0. */
    part: Generated<number>;
    /** 1 if the pounds only change their lot: another part of the move takes them back. */
    between_lots: Generated<number>;
    pounds: number;
    stock_after: number;
    reason: 'opening' | 'by hand' | 'hold' | 'release' | 'refund';
    /** Of a change by hand. */
    kind: Generated<StockKind | null>;
    note: Generated<string>;
    key: Generated<string | null>;
    account_id: number | null;
    order_id: number | null;
    /** The change of the order that moved them; null for the order itself. */
    change_id: number | null;
    at: string;
  };
  posts: {
    id: Generated<number>;
    title: string;
    content: string;
    excerpt: string;
    /** For search engines; empty if they get the excerpt. */
    description: Generated<string>;
    image_url: string | null;
    created_at: string;
    /** Null if it was never edited. */
    updated_at: string | null;
    /** Null for a draft, in the future for a scheduled post. */
    published_at: string | null;
    version: Generated<number>;
  };
  /** Uploaded pictures, by file name. */
  pictures: {
    name: string;
    alt: Generated<string>;
    /** 1 if it stays when nothing uses it. */
    kept: Generated<number>;
    version: Generated<number>;
    created_at: string;
    /** Set by the hourly clean-up. */
    unused_since: string | null;
    /** Set while its files are being deleted. */
    leased_until: string | null;
  };
  /** Every version of a post, including the current one. */
  post_revisions: {
    post_id: number;
    version: number;
    title: string;
    content: string;
    description: string;
    image_url: string | null;
    published_at: string | null;
    /** Null for the posts of a new shop, and for versions from before they were recorded. */
    account_id: number | null;
    /** The older version that this one restored. */
    restored_version: number | null;
    at: string;
  };
  post_previews: { post_id: number; token_hash: string; expires_at: string };
  /** People and breweries that buy. */
  customers: {
    id: Generated<number>;
    name: string;
    company: string;
    /** Lower case. */
    email: string | null;
    phone: string;
    phone_digits: string | null;
    address: string;
    /** For staff. */
    notes: string;
    account_id: number | null;
    /** The account that may order on their terms and see their invoices: `account_id`, or nobody. */
    terms_account_id: number | null;
    /** When the account was last emailed the link that confirms it. */
    account_asked_at: string | null;
    /** Null until the link is followed, and for accounts from before there was one. */
    account_confirmed_at: string | null;
    /** Null for customers who came by themselves. */
    added_by: number | null;
    last_order_at: string | null;
    /** Of the last order, or since they were added. */
    active_at: string;
    /** Days to pay an invoice; null if they may not order on terms. */
    terms_days: number | null;
    credit_limit_cents: Generated<number>;
    /** What they owe; below zero if they have paid ahead. */
    balance_cents: Generated<number>;
    version: Generated<number>;
    created_at: string;
  };
  /** PDF files that only staff can open. */
  resale_certificates: {
    customer_id: number;
    file: string;
    expires_on: string;
    uploaded_at: string;
    account_id: number | null;
  };
  /** Numbers after `from_number` up to `to_number` that a restored shop leaves out. */
  number_jumps: { kind: 'order' | 'invoice'; from_number: number; to_number: number; at: string; why: string };
  /** Invoices and credit notes, numbered together without gaps but for number_jumps. */
  invoices: {
    number: number;
    kind: 'invoice' | 'credit note';
    /** The invoice that a credit note belongs to. */
    credits: number | null;
    customer_id: number;
    order_id: number;
    view_key: string;
    issued_at: string;
    issued_on: string;
    due_on: string;
    /** JSON: as it was when the invoice was issued. */
    bill_to: string;
    seller: string;
    lines: string;
    amount_cents: number;
    /** Not paid yet. */
    open_cents: number;
    /** How many were sent. */
    reminders: Generated<number>;
    /** 1 for a credit note that staff wrote by itself: no change of its order says so. */
    lowers_sales: Generated<number>;
  };
  /** Every change of a customer's balance. Append-only. */
  ledger_entries: {
    id: Generated<number>;
    customer_id: number;
    kind: 'invoice' | 'credit note' | 'payment' | 'reversal';
    amount_cents: number;
    balance_after: number;
    invoice_number: number | null;
    /** Of a payment: made by the browser, so that a second click records nothing. */
    key: string | null;
    /** The payment that this entry takes back. */
    reverses: number | null;
    method: 'check' | 'cash' | 'bank transfer' | null;
    note: Generated<string>;
    day: string;
    at: string;
    account_id: number | null;
    /** Of a payment by card. */
    charge_id: number | null;
  };
  /** Money taken from cards: one row per charge, written before the provider hears of it. */
  charges: {
    id: Generated<number>;
    /** What it pays for. */
    purpose: 'order' | 'invoice';
    order_id: number;
    /** Null if it pays for the order itself. */
    invoice_number: number | null;
    /** The idempotency key of the purchase. Null if the charge is older than version 0.2.0. */
    checkout_key: string | null;
    /** Its name at the provider. Null if the charge is older than version 0.2.0. */
    reference: string | null;
    /** The provider's idempotency key. */
    key: string;
    provider: string;
    state: 'open' | 'approved' | 'captured' | 'declined' | 'voided';
    /** What was asked of the card. The order may be worth something else by now. */
    amount_cents: Generated<number>;
    payment_id: string | null;
    card: string | null;
    /** The message and HTTP status that the payer got when it failed. */
    failure: string | null;
    failure_status: number | null;
    checks: Generated<number>;
    next_check_at: string | null;
    leased_until: string | null;
    created_at: string;
  };
  /** Money that goes back to a card. */
  charge_refunds: {
    id: Generated<number>;
    charge_id: number;
    /** The provider's idempotency key. */
    key: string;
    /** Made by the browser, so that a second click refunds nothing. */
    request_key: string | null;
    amount_cents: number;
    state: 'open' | 'done' | 'refused';
    /** 1 if it gives back all that is left, and the order becomes refunded. */
    ends_order: Generated<number>;
    /** The change that this is the money of. Then it is no adjustment of its own. */
    change_id: number | null;
    /** JSON: the pounds per product that it is for. */
    lines: Generated<string>;
    /** 1 if these pounds go back to stock. */
    restock: Generated<number>;
    refund_id: string | null;
    /** Why the provider did not make it. */
    refusal: string | null;
    /** For staff. */
    reason: string | null;
    account_id: number | null;
    checks: Generated<number>;
    next_check_at: string | null;
    leased_until: string | null;
    created_at: string;
    done_at: string | null;
    /** When a refused one was compared with what the provider has on record. */
    compared_at: string | null;
  };
  /** Nothing is dated into these any more. Append-only. */
  closed_months: { month: string; closed_at: string; account_id: number | null };
  closed_month_files: {
    month: string;
    layout: string;
    /** Gzip as base64. */
    content: string;
    /** Of the file itself, not compressed. */
    bytes: number;
    sha256: string;
    /** JSON. */
    totals: string;
  };
  /** Totals of past days, as JSON. Deleted when they change, and counted again. */
  book_days: { day: string; totals: string };
  customer_search_terms: { term: string; customer_id: number };
  orders: {
    id: Generated<number>;
    view_key: string;
    checkout_key: string;
    status: StoredStatus;
    payment_id: string | null;
    card: string | null;
    name: string;
    email: string | null;
    address: string | null;
    phone: string;
    location_option: LocationOption;
    /** As its lines are now. */
    pounds: number;
    /** Its lines, charges and discounts as they are now. Refunds do not change it. */
    amount_cents: number;
    /** What was given back of it without changing its lines: the refunds among its adjustments. */
    refunded_cents: Generated<number>;
    account_id: number | null;
    /** Null until the order has found its customer. */
    customer_id: number | null;
    /** 1 if it is paid by invoice. */
    on_terms: Generated<number>;
    /** 1 if it is bagged only when its invoice is paid. */
    pay_first: Generated<number>;
    /** The buyer's purchase-order number. */
    po_number: string | null;
    /** The message and HTTP status that the buyer got when the order failed. */
    failure: string | null;
    failure_status: number | null;
    /** Counts the changes by staff. */
    version: Generated<number>;
    created_at: string;
  };
  /** What staff changed in an order after it was placed. */
  order_changes: {
    id: Generated<number>;
    order_id: number;
    /** JSON: each with its text, such as "Cascade: 11 lbs → 8 lbs", and whether it tells contact data. */
    lines: string;
    /** For staff. */
    reason: string;
    account_id: number | null;
    at: string;
  };
  /**
   * What a change did to what the order is worth. Never updated, except that erasing a person clears the reason.
   * `pounds`, `charge` and `discount` are in the order's lines and amount already: what was sold on the order's own day is
   * its lines less the adjustments of kind `pounds`. A `refund` is in neither; it is in `orders.refunded_cents`.
   */
  order_adjustments: {
    id: Generated<number>;
    order_id: number;
    change_id: number;
    kind: 'pounds' | 'charge' | 'discount' | 'refund';
    /** Of pounds, and of the refund of a line. */
    product_id: number | null;
    /** What the buyer reads, such as "Freight by UPS". */
    text: string;
    /** Signed. Of a refund: the pounds that went back to stock, below zero. */
    pounds: Generated<number>;
    /** Signed. */
    amount_cents: number;
    /** For staff. */
    reason: string;
    account_id: number | null;
    at: string;
    /** The farm's day. */
    day: string;
  };
  /** How an order travels. */
  shipments: {
    order_id: number;
    carrier: Carrier;
    tracking_number: string | null;
    at: string;
    account_id: number | null;
  };
  /** One per idempotency key. `request_hash` is null if the buyer gave the purchase up before it began. */
  checkouts: { key: string; request_hash: string | null; created_at: string };
  disputes: {
    id: string;
    payment_id: string;
    order_id: number | null;
    /** In the provider's words. */
    state: string;
    reason: string;
    amount_cents: number;
    due_at: string | null;
    updated_at: string;
  };
  order_lines: {
    order_id: number;
    product_id: number;
    name: string;
    price_cents: number;
    pounds: number;
  };
  /** The lots that the pounds of a line come from. Pounds that are in no row come from no lot. */
  order_line_lots: {
    order_id: number;
    product_id: number;
    lot_id: number;
    pounds: number;
    /** Of these pounds: back in the barn, because the order was canceled or refunded. */
    returned: Generated<number>;
  };
  order_events: {
    id: Generated<number>;
    order_id: number;
    status: StoredStatus;
    at: string;
    account_id: number | null;
    note: string | null;
  };
  order_notes: {
    id: Generated<number>;
    order_id: number;
    text: string;
    /** 1 if the buyer sees it. */
    for_buyer: number;
    account_id: number | null;
    at: string;
  };
  /** What the card provider keeps of a payment. Each row is a change of the fee. */
  card_fees: {
    id: Generated<number>;
    payment_id: string;
    order_id: number;
    amount_cents: number;
    /** With this change. */
    total_cents: number;
    day: string;
    at: string;
  };
  payment_alerts: {
    id: Generated<number>;
    payment_id: string;
    order_id: number | null;
    what: string;
    at: string;
    resolved_at: string | null;
  };
  audit_log: {
    id: Generated<number>;
    at: string;
    /** Null for a CLI command. */
    account_id: number | null;
    action: Action;
    subject: string;
    subject_id: number | null;
  };
  settings_versions: {
    section: string;
    version: number;
    /** JSON. */
    value: string;
    saved_at: string;
    account_id: number | null;
  };
  settings_previews: { token_hash: string; section: string; value: string; expires_at: string };
  webhook_events: { event_id: string; at: string };
  order_totals: {
    day: string;
    status: string;
    shard: number;
    orders: number;
    pounds: number;
    amount_cents: number;
  };
  sales_totals: { day: string; product_id: number; shard: number; pounds: number; amount_cents: number };
  /** A sale on the day of the order, a refund or cancellation on its own day. */
  revenue_totals: { day: string; shard: number; orders: number; pounds: number; amount_cents: number };
  /** Written by the version before this one. */
  order_page_anchors: { rank: number; order_id: number };
  order_search_terms: { bucket: number; term: string; order_id: number };
};

/** `authorised` is internal: outside it reads `pending`. Spelled as the check constraint of `orders` has it. */
export type StoredStatus = OrderStatus | 'authorised';

/** The database, or an open transaction on it: store functions work with both. */
export type Db = Kysely<Tables>;
