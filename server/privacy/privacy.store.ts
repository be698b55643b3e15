import { sql } from 'kysely';
// Finds and anonymizes one person's data. Order lines, amounts and totals stay: they are the farm's accounting records.
import { batchesOf } from '#server/database/batches.ts';
import type { Db } from '#server/database/schema.ts';

const REMOVED = 'Removed';
const IDS_PER_STATEMENT = 500;
/** Each needs two terms of an expression. */
const SUBJECTS_PER_STATEMENT = 100;
/** The hops were handed over or never will be, so nobody needs to be contacted. */
const finished = ['completed', 'cancelled', 'failed', 'refunded'] as const;
const anonymous = { name: REMOVED, phone: REMOVED, email: null, address: null, card: null };

export function findAccount(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role', 'staff_role', 'created_at'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Orders placed with this email, or while logged in with it. */
export function listOrders(db: Db, { email, account }: { email: string; account: number | undefined }) {
  return db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select(['id', 'status', 'created_at', 'name', 'email', 'address', 'phone', 'location_option', 'pounds'])
    .select(['amount_cents', 'payment_id', 'card', 'carrier', 'tracking_number'])
    .where((order) =>
      order.or([
        order(order.fn<string>('lower', ['email']), '=', email),
        ...(account === undefined ? [] : [order('orders.account_id', '=', account)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

export async function listNotes(db: Db, ids: number[]) {
  const notes = (batch: number[]) =>
    db.selectFrom('order_notes').select(['order_id', 'at', 'text']).where('order_id', 'in', batch).execute();
  return (await Promise.all(batchesOf(ids, IDS_PER_STATEMENT).map(notes))).flat();
}

/** What staff changed in these orders. */
export async function listChanges(db: Db, ids: number[]) {
  const changes = (batch: number[]) =>
    db
      .selectFrom('order_changes')
      .select(['order_id', 'at', 'lines', 'reason'])
      .where('order_id', 'in', batch)
      .execute();
  return (await Promise.all(batchesOf(ids, IDS_PER_STATEMENT).map(changes))).flat();
}

export async function listLines(db: Db, ids: number[]) {
  const lines = (batch: number[]) =>
    db.selectFrom('order_lines').select(['order_id', 'name', 'pounds']).where('order_id', 'in', batch).execute();
  return (await Promise.all(batchesOf(ids, IDS_PER_STATEMENT).map(lines))).flat();
}

export async function listReservations(db: Db, ids: number[]) {
  const reservations = (batch: number[]) =>
    db
      .selectFrom('reservations')
      .innerJoin('harvests', 'harvests.id', 'reservations.harvest_id')
      .innerJoin('products', 'products.id', 'harvests.product_id')
      .leftJoin('harvest_days as day', 'day.id', 'reservations.day_id')
      .select(['reservations.order_id', 'products.name as hop', 'harvests.kind', 'reservations.pounds'])
      .select(['reservations.state', 'reservations.final_pounds', 'day.day as pickup_day'])
      .where('reservations.order_id', 'in', batch)
      .execute();
  return (await Promise.all(batchesOf(ids, IDS_PER_STATEMENT).map(reservations))).flat();
}

export function listEmails(db: Db, email: string) {
  return (
    db
      .selectFrom('emails')
      .select(['subject', 'created_at', 'sent_at'])
      // Not a link that opens the account.
      .select(sql<string>`case when secret = 1 then '' else text end`.as('text'))
      .where((mail) => mail(mail.fn<string>('lower', ['recipient']), '=', email))
      .execute()
  );
}

/** The emails they asked for. */
export function listSubscriptions(db: Db, email: string) {
  return db
    .selectFrom('subscriptions')
    .leftJoin('products', 'products.id', 'subscriptions.product_id')
    .leftJoin('harvests', 'harvests.id', 'subscriptions.harvest_id')
    .select(['asked_at', 'confirmed_at'])
    .select(sql<string>`coalesce(products.name, 'Harvest on ' || harvests.expected_on, 'News')`.as('about'))
    .where('subscriptions.email', '=', email)
    .orderBy('subscriptions.id')
    .execute();
}

export async function deleteSubscriptions(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('email', '=', email).execute();
}

export function listSessions(db: Db, account_id: number) {
  return db
    .selectFrom('sessions')
    .select(['address', 'device', 'created_at', 'used_at'])
    .where('account_id', '=', account_id)
    .orderBy('created_at')
    .execute();
}

/** What they wrote as staff. */
export function listPostVersions(db: Db, account_id: number) {
  return db
    .selectFrom('post_revisions')
    .select(['post_id', 'version', 'at', 'title', 'content', 'description'])
    .where('account_id', '=', account_id)
    .orderBy('post_id')
    .orderBy('version')
    .execute();
}

export function listSettingVersions(db: Db, account_id: number) {
  return db
    .selectFrom('settings_versions')
    .select(['section', 'version', 'saved_at', 'value'])
    .where('account_id', '=', account_id)
    .orderBy('section')
    .orderBy('version')
    .execute();
}

/** Someone has to be asked for the money. */
const hasNoOpenInvoice = sql<boolean>`not exists (
  select 1 from invoices where invoices.order_id = orders.id and invoices.open_cents > 0
)`;

/** Anonymizes the finished ones among these orders that are paid, and returns their ids. */
export async function anonymizeOrders(tx: Db, ids: number[]): Promise<number[]> {
  const anonymized: number[] = [];
  for (const batch of batchesOf(ids, IDS_PER_STATEMENT)) {
    const rows = await tx
      .updateTable('orders')
      .set(anonymous)
      .where('id', 'in', batch)
      .where('status', 'in', finished)
      .where(hasNoOpenInvoice)
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    // A tracking number leads to where the hops went.
    if (ids.length > 0) await tx.deleteFrom('shipments').where('order_id', 'in', ids).execute();
    anonymized.push(...ids);
  }
  return anonymized;
}

/** Which cards paid these orders and their invoices, if they can be anonymized. Call it before anything else is locked. */
export async function removeCards(tx: Db, ids: number[]): Promise<void> {
  for (const batch of batchesOf(ids, IDS_PER_STATEMENT))
    await tx
      .updateTable('charges')
      .set({ card: null })
      .where('order_id', 'in', (db) =>
        db
          .selectFrom('orders')
          .select('id')
          .where('id', 'in', batch)
          .where('status', 'in', finished)
          .where(hasNoOpenInvoice),
      )
      .execute();
}

/** Removes what staff wrote about these orders and their refunds. */
export async function deleteNotes(tx: Db, ids: number[]): Promise<void> {
  for (const batch of batchesOf(ids, IDS_PER_STATEMENT)) {
    await tx.deleteFrom('order_notes').where('order_id', 'in', batch).execute();
    await tx
      .updateTable('charge_refunds')
      .set({ reason: null })
      .where('charge_id', 'in', (db) =>
        db.selectFrom('charges').select('id').where('order_id', 'in', batch).where('purpose', '=', 'order'),
      )
      .execute();
    await tx.updateTable('order_adjustments').set({ reason: '' }).where('order_id', 'in', batch).execute();
    await removeContactFromChanges(tx, batch);
    await tx
      .updateTable('order_events')
      .set({ note: null })
      .where('order_id', 'in', batch)
      .where('status', '=', 'refunded')
      .execute();
  }
}

/** Keeps what was changed in pounds and money. */
async function removeContactFromChanges(tx: Db, ids: number[]): Promise<void> {
  const changes = await tx.selectFrom('order_changes').select(['id', 'lines']).where('order_id', 'in', ids).execute();
  for (const { id, lines } of changes) {
    const kept = JSON.parse(lines).filter(({ contact }: { contact?: boolean }) => !contact);
    await tx
      .updateTable('order_changes')
      .set({ reason: '', lines: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute();
  }
}

/** A batch of finished guest orders older than `before`. */
export async function listOldGuestOrders(db: Db, before: string, limit: number): Promise<number[]> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('created_at', '<', before)
    .where('account_id', 'is', null)
    .where('name', '!=', REMOVED)
    .where('status', 'in', finished)
    .where(hasNoOpenInvoice)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return orders.map(({ id }) => id);
}

/** Keeps the row, because orders and stock moves refer to it, but nobody can log in with it. */
export async function eraseAccount(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ name: REMOVED, email: `removed-${id}@removed.invalid`, password_hash: '' })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('sessions').where('account_id', '=', id).execute();
  await tx.deleteFrom('two_factor_secrets').where('account_id', '=', id).execute();
  await tx.deleteFrom('password_resets').where('account_id', '=', id).execute();
}

export function listCustomers(db: Db, { email, account }: { email: string; account: number | undefined }) {
  return db
    .selectFrom('customers')
    .select(['id', 'name', 'company', 'email', 'phone', 'address', 'notes', 'created_at'])
    .select(['balance_cents', 'account_asked_at', 'account_confirmed_at'])
    .where((customer) =>
      customer.or([
        customer('email', '=', email),
        ...(account === undefined ? [] : [customer('account_id', '=', account)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Invoices and credit notes of these customers. */
export async function listInvoices(db: Db, customers: number[]) {
  const columns = ['number', 'kind', 'order_id', 'issued_on', 'due_on', 'bill_to', 'lines'] as const;
  const invoices = (batch: number[]) =>
    db
      .selectFrom('invoices')
      .select(columns)
      .select(['amount_cents', 'open_cents'])
      .where('customer_id', 'in', batch)
      .orderBy('number')
      .execute();
  return (await Promise.all(batchesOf(customers, IDS_PER_STATEMENT).map(invoices))).flat();
}

export async function listResaleCertificates(db: Db, customers: number[]) {
  const certificates = (batch: number[]) =>
    db
      .selectFrom('resale_certificates')
      .select(['customer_id', 'file', 'expires_on', 'uploaded_at'])
      .where('customer_id', 'in', batch)
      .execute();
  return (await Promise.all(batchesOf(customers, IDS_PER_STATEMENT).map(certificates))).flat();
}

/** What these customers paid. */
export async function listPayments(db: Db, customers: number[]) {
  const payments = (batch: number[]) =>
    db
      .selectFrom('ledger_entries')
      .select(['day', 'kind', 'amount_cents', 'method', 'note'])
      .where('customer_id', 'in', batch)
      .where('kind', 'in', ['payment', 'reversal'])
      .orderBy('id')
      .execute();
  return (await Promise.all(batchesOf(customers, IDS_PER_STATEMENT).map(payments))).flat();
}

/** Guests who have bought nothing since, and whom staff did not add. */
export async function listOldGuests(db: Db, before: string): Promise<number[]> {
  const guests = await db
    .selectFrom('customers')
    .select('id')
    .where('active_at', '<', before)
    .where('account_id', 'is', null)
    .where('added_by', 'is', null)
    .where('name', '!=', REMOVED)
    .where('balance_cents', '=', 0)
    .execute();
  return guests.map(({ id }) => id);
}

/** Keeps the row, because orders refer to it. */
export async function anonymizeCustomers(tx: Db, ids: number[]): Promise<void> {
  const nothing = { company: '', email: null, phone: '', phone_digits: null, address: '', notes: '' };
  const noAccount = { terms_account_id: null, account_asked_at: null, account_confirmed_at: null };
  for (const batch of batchesOf(ids, IDS_PER_STATEMENT)) {
    await tx
      .updateTable('customers')
      .set({ name: REMOVED, ...nothing, ...noAccount })
      .where('id', 'in', batch)
      .execute();
    await tx.deleteFrom('customer_search_terms').where('customer_id', 'in', batch).execute();
    // The clean-up deletes the file.
    await tx.deleteFrom('resale_certificates').where('customer_id', 'in', batch).execute();
  }
}

/** Deletes emails about these orders, including the notices to the farm: they name the buyer. */
export async function deleteOrderEmails(tx: Db, ids: number[]): Promise<void> {
  for (const batch of batchesOf(ids, IDS_PER_STATEMENT))
    await tx.deleteFrom('emails').where('order_id', 'in', batch).execute();
  // From before emails knew their order.
  for (const batch of batchesOf(ids, SUBJECTS_PER_STATEMENT))
    await tx
      .deleteFrom('emails')
      .where('sent_at', 'is', null)
      .where('order_id', 'is', null)
      .where(({ eb, or }) =>
        or(
          batch.flatMap((id) => [eb('subject', 'like', `Order ${id}:%`), eb('subject', 'like', `Your order ${id} %`)]),
        ),
      )
      .execute();
}

export async function deleteEmails(tx: Db, email: string): Promise<void> {
  await tx
    .deleteFrom('emails')
    .where((mail) => mail(mail.fn<string>('lower', ['recipient']), '=', email))
    .execute();
}
