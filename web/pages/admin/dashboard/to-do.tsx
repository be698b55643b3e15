import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Dashboard } from '#contracts/reports.ts';
import { currentUser } from '#web/session/session.ts';

/** The specification's dashboard data has no to-do counts. */
const nothingToDo: Dashboard['to_do'] = {
  to_pack: 0,
  to_hand_over: 0,
  payments_to_look_at: 0,
  to_refund: [],
  overdue: { invoices: 0, amount: 0 },
  resale_certificates: 0,
  accounts_to_confirm: [],
  undelivered_emails: 0,
};

/** What waits for staff, and the way to the pages that the sidebar does not list. */
export function ToDo({ dashboard }: { dashboard: Dashboard }) {
  const { products } = dashboard;
  const to_do = { ...nothingToDo, ...dashboard.to_do };
  const tasks = [
    { count: to_do.to_pack, text: 'to bag and mark ready', href: pagePaths.toPack },
    { count: to_do.to_hand_over, text: 'ready for pickup or delivery', href: `${pagePaths.findOrder}?status=ready` },
    { count: products.low_stock, text: 'low on stock', href: pagePaths.productManagement },
    {
      count: to_do.payments_to_look_at,
      text: to_do.payments_to_look_at === 1 ? 'payment needing attention' : 'payments needing attention',
      href: pagePaths.payments,
    },
    {
      count: to_do.overdue.invoices,
      text: `${to_do.overdue.invoices === 1 ? 'invoice is' : 'invoices are'} overdue, $${formatDollars(to_do.overdue.amount)}`,
      href: `${pagePaths.customers}?overdue=true`,
    },
    {
      count: to_do.resale_certificates,
      text: to_do.resale_certificates === 1 ? 'resale certificate expires' : 'resale certificates expire',
      href: `${pagePaths.customers}?resale=true`,
    },
    ...to_do.accounts_to_confirm.map(({ id, name }) => ({
      count: name,
      text: 'has not confirmed its account',
      href: pagePaths.customer(id),
    })),
    {
      count: to_do.undelivered_emails,
      text: `${to_do.undelivered_emails === 1 ? 'email' : 'emails'} could not be delivered`,
      href: `${pagePaths.mail}?unsent=true`,
    },
    ...to_do.to_refund.map((id) => ({
      count: `Order ${id}`,
      text: 'was canceled after payment: refund it',
      href: pagePaths.order(id),
    })),
  ].filter(({ count }) => count !== 0);
  return (
    <section className="to-do-section" aria-labelledby="to-do">
      <h2 id="to-do">To do today</h2>
      {tasks.length === 0 ? (
        <p>Nothing waits. Go and see the bines.</p>
      ) : (
        <ul className="to-do">
          {tasks.map(({ count, text, href }) => (
            <li key={href}>
              <a href={href}>
                <b className={typeof count === 'string' ? 'to-do-order' : undefined}>{format(count)}</b>{' '}
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <nav className="to-do-links" aria-label="More pages">
        {[...links, ...(currentUser().staff_role === 'owner' ? ownerLinks : []), help].map(({ label, href }) => (
          <a key={href} className="text-link" href={href}>
            {label}
          </a>
        ))}
      </nav>
    </section>
  );
}

const format = (count: number | string) => (typeof count === 'number' ? count.toLocaleString('en-US') : count);

const links = [
  { label: 'Find an order', href: pagePaths.findOrder },
  { label: 'Sales', href: pagePaths.sales },
  { label: 'Harvest', href: pagePaths.harvests },
  { label: 'Books', href: pagePaths.books },
  { label: 'Payments', href: pagePaths.payments },
  { label: 'Emails', href: pagePaths.mail },
  { label: 'Pictures', href: pagePaths.media },
  { label: 'Audit trail', href: pagePaths.audit },
];
const ownerLinks = [
  { label: 'People', href: pagePaths.people },
  { label: 'Settings', href: pagePaths.settings },
  { label: 'Backups', href: pagePaths.backups },
];
const help = { label: "Owner's guide", href: pagePaths.help };
