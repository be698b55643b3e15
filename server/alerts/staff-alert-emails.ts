// What the farm is told.
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Dashboard } from '#contracts/reports.ts';
import type { EmailPart } from '#server/mail/email-template.ts';

/** Each goes to every address that gets order notices. */
export type Notice = { subject: string; parts: EmailPart[] };
type Rows = [label: string, value: string][];

const more = 'You can turn these emails off under Settings, Alerts.';

export function lowStockNotice(hops: { name: string; stock: number }[], siteUrl: string): Notice {
  const names = hops.map(({ name }) => name).join(', ');
  return {
    subject: `Low stock: ${names}`,
    parts: [
      'These hops are below your limit:',
      { rows: hops.map(({ name, stock }) => [name, stock === 0 ? 'sold out' : `${formatPounds(stock)} left`]) },
      { link: siteUrl + pagePaths.productManagement, label: 'Products' },
      more,
    ],
  };
}

export function paymentNotice(count: number, siteUrl: string): Notice {
  return {
    subject: count === 1 ? 'A payment needs you' : `${count} payments need you`,
    parts: [
      'The shop could not settle this by itself. The page says what happened and what to do.',
      { link: siteUrl + pagePaths.payments, label: 'Payments' },
      more,
    ],
  };
}

type GivenUp = { recipient: string; subject: string; last_error: string | null };

const MAX_ROWS = 20;

export function mailNotice(emails: GivenUp[], siteUrl: string): Notice {
  const rows: Rows = emails
    .slice(0, MAX_ROWS)
    .map(({ recipient, subject, last_error }) => [`${subject}, to ${recipient}`, last_error ?? 'no answer']);
  return {
    subject: emails.length === 1 ? 'An email could not be delivered' : `${emails.length} emails could not be delivered`,
    parts: [
      'The mail server refused the address, or we tried for two days. Often the address has a typo: call the buyer.',
      { rows },
      ...(emails.length > MAX_ROWS ? [`And ${emails.length - MAX_ROWS} more.`] : []),
      { link: siteUrl + pagePaths.mail, label: 'Mail' },
      more,
    ],
  };
}

type Morning = { dashboard: Dashboard; yesterday: { orders: number; revenue: number }; unsent: number };

/** Undefined if there is nothing to tell. */
export function morningNotice({ dashboard, yesterday, unsent }: Morning, siteUrl: string): Notice | undefined {
  const { to_do, products } = dashboard;
  const rows: [string, number, string?][] = [
    ['Orders yesterday', yesterday.orders, `${yesterday.orders}, $${formatDollars(yesterday.revenue)}`],
    ['To pack', to_do.to_pack],
    ['Ready, to hand over', to_do.to_hand_over],
    ['Payments that need you', to_do.payments_to_look_at],
    ['Refunds to give', to_do.to_refund.length],
    ['Overdue invoices', to_do.overdue.invoices, `${to_do.overdue.invoices}, $${formatDollars(to_do.overdue.amount)}`],
    ['Resale certificates that expire', to_do.resale_certificates],
    ['Accounts that are not confirmed', to_do.accounts_to_confirm.length],
    ['Hops low in stock', products.low_stock],
    ['Emails not sent', unsent],
  ];
  const told = rows.filter(([, count]) => count > 0);
  if (told.length === 0) return undefined;
  return {
    subject: `This morning: ${to_do.to_pack === 0 ? 'nothing' : to_do.to_pack} to pack`,
    parts: [
      'Good morning. This is where the shop stands:',
      { rows: told.map(([label, count, text]) => [label, text ?? String(count)]) },
      { link: siteUrl + pagePaths.dashboard, label: 'Dashboard' },
      more,
    ],
  };
}
