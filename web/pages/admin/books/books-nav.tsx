import { pagePaths } from '#contracts/page-paths.ts';

const pages = [
  { label: 'Month', href: pagePaths.books },
  { label: 'Invoices', href: pagePaths.bookInvoices },
  { label: 'Receivables', href: pagePaths.receivables },
  { label: 'Stock ledger', href: pagePaths.stockLedger },
];

/** The parts of the books. */
export function BooksNav({ current }: { current: string }) {
  return (
    <nav className="books-nav" aria-label="Books">
      {pages.map(({ label, href }) => (
        <a key={href} className="button" href={href} aria-current={href === current ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
