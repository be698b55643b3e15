// Invoices of a month, and what customers owe by age.
import { daysOfMonth, monthOf } from '#contracts/book-types.ts';
import { type Aging, DEBTORS_PER_PAGE, INVOICES_PER_PAGE } from '#contracts/books.ts';
import { farmDay } from '#contracts/dates.ts';
import { countDays } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { toListed } from '#server/invoices/to-invoice.ts';
import { firstOrderAt } from './books.store.ts';
import * as store from './receivables.store.ts';

export type Receivables = ReturnType<typeof createReceivables>;

type Open = { due_on: string; open_cents: number };

export function createReceivables({ database: { db }, now }: { database: Database; now: Clock }) {
  return { list, listInvoices };

  async function list(after: number | undefined) {
    const day = farmDay(now().toISOString());
    const page = { after, limit: DEBTORS_PER_PAGE + 1 };
    const [found, open, byDueDay] = await Promise.all([
      store.listOwing(db, page),
      store.listOpen(db, page),
      store.sumOpenByDueDay(db),
    ]);
    const debtors = found.slice(0, DEBTORS_PER_PAGE);
    const openOf = Map.groupBy(open, ({ customer_id }) => customer_id);
    return {
      data: debtors.map((debtor) => ({ ...debtor, ...toAging(openOf.get(debtor.id) ?? [], day) })),
      total: toAging(byDueDay, day),
      day,
      more: found.length > debtors.length,
    };
  }

  async function listInvoices({ month, after = 0 }: { month?: string | undefined; after?: number | undefined }) {
    const today = farmDay(now().toISOString());
    const days = daysOfMonth(month ?? monthOf(today));
    const [rows, jumps, firstAt] = await Promise.all([
      store.listInvoices(db, days, { after, limit: INVOICES_PER_PAGE + 1 }),
      store.listJumps(db, days),
      firstOrderAt(db),
    ]);
    const data = rows.slice(0, INVOICES_PER_PAGE).map((row) => {
      const { name: bill_to }: { name: string } = JSON.parse(row.bill_to);
      return { ...toListed(row), bill_to };
    });
    const left_out = jumps.map(({ from_number, to_number }) => ({ from: from_number + 1, to: to_number }));
    return {
      data,
      more: rows.length > data.length,
      left_out,
      first_month: monthOf(firstAt ? farmDay(firstAt) : today),
    };
  }
}

function toAging(open: Open[], today: string): Aging {
  const cents = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0, total: 0 };
  for (const { due_on, open_cents } of open) {
    cents[ageOf(due_on, today)] += Number(open_cents);
    cents.total += Number(open_cents);
  }
  const { not_due, days_1_30, days_31_60, days_61_90, over_90, total } = cents;
  return {
    ...{ not_due: not_due / 100, days_1_30: days_1_30 / 100, days_31_60: days_31_60 / 100 },
    ...{ days_61_90: days_61_90 / 100, over_90: over_90 / 100, total: total / 100 },
  };
}

function ageOf(due_on: string, today: string): Exclude<keyof Aging, 'total'> {
  if (due_on >= today) return 'not_due';
  const days = countDays({ from: due_on, to: today }) - 1;
  if (days <= 30) return 'days_1_30';
  if (days <= 60) return 'days_31_60';
  return days <= 90 ? 'days_61_90' : 'over_90';
}
