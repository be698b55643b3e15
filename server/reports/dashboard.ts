// The numbers on the dashboard.
import { farmDay } from '#contracts/dates.ts';
import type { Farm } from '#contracts/farm.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import { RESALE_WARNING_DAYS } from '#contracts/resale-warning.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Days } from '#server/books/day-totals.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { findState, LAST_BACKUP } from '#server/database/shop-state.store.ts';
import { startOfFarmDay } from '#server/farm-days.ts';
import { addUp, addUpProducts } from './add-up.ts';
import * as store from './reports.store.ts';

export type DashboardReport = ReturnType<typeof createDashboard>;

const RECENT_DAYS = 7;
const TOP_PRODUCTS = 5;

type Deps = {
  database: Database;
  days: Pick<Days, 'salesIn'>;
  now: Clock;
  farm(): Farm;
  cardCredits: Pick<typeof import('#server/invoices/card-credits.store.ts'), 'listKept'>;
};

export function createDashboard({ database: { db }, days, now, farm, cardCredits }: Deps) {
  return { dashboard };

  async function dashboard() {
    const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000).toISOString();
    const recentStart = farmDay(daysAgo(RECENT_DAYS - 1));
    const today = farmDay(now().toISOString());
    const [
      products,
      countOf,
      recent,
      sold,
      names,
      openAlerts,
      to_refund,
      lastBackup,
      onTerms,
      reserved,
      overdue,
      resale,
      toConfirm,
      undelivered,
    ] = await Promise.all([
      store.countProducts(db, farm().low_stock),
      store.countByStatus(db),
      store.countOrdersSince(db, startOfFarmDay(recentStart)),
      days.salesIn({ from: '', to: today }),
      store.listProductNames(db),
      store.countOpenAlerts(db),
      listToRefund(),
      findState(db, LAST_BACKUP),
      store.countOnTermsToPack(db),
      store.countReserved(db),
      store.overdueInvoices(db, today),
      store.countExpiringCertificates(db, addDays(today, RESALE_WARNING_DAYS)),
      store.listAccountsToConfirm(db),
      store.countGivenUpEmails(db, daysAgo(RECENT_DAYS)),
    ]);
    const { orders, amount_cents: revenue } = addUp(sold);
    return {
      data: {
        products,
        orders: {
          total: statuses.reduce((sum, status) => sum + countOf(status), 0),
          by_status: statuses.map((status) => ({ status, count: countOf(status) })),
          recent,
        },
        sales: {
          total_revenue: toDecimal(revenue),
          average_order_value: toDecimal(orders === 0 ? 0 : Math.round(revenue / orders)),
          top_products: addUpProducts(sold, names)
            // Everything that was sold of it may have been refunded.
            .filter(({ pounds }) => pounds > 0)
            .slice(0, TOP_PRODUCTS)
            .map(({ id, name, pounds, amount_cents }) => ({
              id,
              name,
              quantity: pounds,
              revenue: toDollars(cents(amount_cents)),
            })),
        },
        to_do: {
          to_pack: countOf('paid') - reserved + onTerms,
          to_hand_over: countOf('ready'),
          payments_to_look_at: openAlerts,
          to_refund,
          overdue: { invoices: overdue.invoices, amount: toDollars(cents(overdue.open_cents)) },
          resale_certificates: resale,
          accounts_to_confirm: toConfirm,
          undelivered_emails: undelivered,
        },
        last_backup_at: lastBackup ?? null,
      },
    };
  }

  /** Orders that are over, with money of a card that is not back yet. */
  async function listToRefund(): Promise<number[]> {
    const [canceled, credits] = await Promise.all([store.listCanceledCaptures(db), cardCredits.listKept(db)]);
    const invoiced = credits.filter(({ kept }) => kept > 0).map(({ order_id }) => order_id);
    return [...new Set([...canceled, ...invoiced])].toSorted((a, b) => a - b).slice(0, store.MAX_TO_REFUND);
  }
}

/** A decimal string, such as 1234.50: the specification's format for these two amounts. */
const toDecimal = (amountCents: number): string => (amountCents / 100).toFixed(2);
