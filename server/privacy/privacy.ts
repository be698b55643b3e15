// Exports or erases one person's data, and anonymizes old guest orders.
import { cents, formatCents } from '#contracts/money.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import * as store from './privacy.store.ts';

const BATCH = 500;

/** The order search index. */
type SearchTerms = Pick<typeof import('#server/orders/search-terms/search-terms.store.ts'), 'reindexOrders'>;
type Deps = { database: Database; searchTerms: SearchTerms; now: Clock; keepGuestDays?: number | undefined };

type Erased = { account: boolean; orders: number; open: number[]; owing: number[] };

export function createPrivacy({ database: { db, transaction }, searchTerms, now, keepGuestDays }: Deps) {
  return { exportData, erase, anonymizeOldGuests };

  async function exportData(input: string) {
    const email = input.trim().toLowerCase();
    const account = await store.findAccount(db, email);
    const orders = await store.listOrders(db, { email, account: account?.id });
    const customers = await store.listCustomers(db, { email, account: account?.id });
    const lines = Map.groupBy(await store.listLines(db, idsOf(orders)), ({ order_id }) => order_id);
    return {
      email,
      account: account ?? null,
      sessions: account ? await store.listSessions(db, account.id) : [],
      orders: orders.map(({ amount_cents, ...order }) => ({
        ...order,
        total: `$${formatCents(cents(amount_cents))}`,
        lines: (lines.get(order.id) ?? []).map(({ order_id: _, ...line }) => line),
      })),
      order_notes: await store.listNotes(db, idsOf(orders)),
      order_changes: (await store.listChanges(db, idsOf(orders))).map(({ lines, ...change }) => ({
        ...change,
        lines: JSON.parse(lines).map(({ text }: { text: string }) => text),
      })),
      reservations: await store.listReservations(db, idsOf(orders)),
      customers,
      resale_certificates: await store.listResaleCertificates(db, idsOf(customers)),
      invoices: await store.listInvoices(db, idsOf(customers)),
      payments: await store.listPayments(db, idsOf(customers)),
      mails: await store.listEmails(db, email),
      subscriptions: await store.listSubscriptions(db, email),
      setting_versions: account ? await store.listSettingVersions(db, account.id) : [],
      post_versions: account ? await store.listPostVersions(db, account.id) : [],
    };
  }

  /**
   * Returns how many orders were anonymized, which are still open and keep their buyer, and the customers with a balance: they
   * keep their contact data, their account and their emails until it is settled. Invoices stay: they are accounting records.
   */
  function erase(input: string): Promise<Erased> {
    const email = input.trim().toLowerCase();
    return transaction([], async (tx) => {
      const account = await store.findAccount(tx, email);
      if (account?.staff_role)
        throw new Error(`${email} is staff. Revoke that first: npm run staff -- revoke ${email}`);
      const ids = idsOf(await store.listOrders(tx, { email, account: account?.id }));
      const customers = await store.listCustomers(tx, { email, account: account?.id });
      const owing = customers.filter(({ balance_cents }) => balance_cents !== 0);
      if (account && owing.length === 0) await store.eraseAccount(tx, account.id);
      await store.removeCards(tx, ids);
      await store.anonymizeCustomers(tx, idsOf(customers.filter((customer) => !owing.includes(customer))));
      const anonymized = new Set(await anonymizeOrders(tx, ids));
      await store.deleteSubscriptions(tx, email);
      await store.deleteOrderEmails(tx, [...anonymized]);
      if (owing.length === 0) await store.deleteEmails(tx, email);
      return {
        account: account !== undefined && owing.length === 0,
        owing: idsOf(owing),
        orders: anonymized.size,
        open: ids.filter((id) => !anonymized.has(id)),
      };
    });
  }

  /** Removes the buyer from the orders, what staff wrote about them and the search index. */
  async function anonymizeOrders(tx: Db, ids: number[]): Promise<number[]> {
    const anonymized = await store.anonymizeOrders(tx, ids);
    await store.deleteNotes(tx, anonymized);
    await searchTerms.reindexOrders(tx, anonymized);
    return anonymized;
  }

  async function anonymizeOldGuests(): Promise<void> {
    if (keepGuestDays === undefined) return;
    const before = new Date(now().getTime() - keepGuestDays * 86_400_000).toISOString();
    await transaction([], async (tx) => store.anonymizeCustomers(tx, await store.listOldGuests(tx, before)));
    for (;;) {
      const ids = await store.listOldGuestOrders(db, before, BATCH);
      await transaction([], async (tx) => {
        await store.removeCards(tx, ids);
        await store.deleteOrderEmails(tx, await anonymizeOrders(tx, ids));
      });
      if (ids.length < BATCH) return;
    }
  }
}

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
