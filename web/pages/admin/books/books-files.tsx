import { useState } from 'react';
import type { BookLayout } from '#contracts/book-types.ts';
import type { Books } from '#contracts/books.ts';
import { download } from '#web/query/download.ts';
import { toast } from '#web/ui/toast.tsx';

/** The downloads of a month, in both layouts. */
export function BooksFiles({ books: { month, files } }: { books: Books }) {
  const [busy, setBusy] = useState<BookLayout>();
  async function save(layout: BookLayout) {
    setBusy(layout);
    if (!(await download(`/api/books/file?${new URLSearchParams({ month, layout })}`)))
      toast({ text: "Couldn't download the books. Please try again.", variant: 'destructive' });
    setBusy(undefined);
  }
  return (
    <section className="books-files">
      <h3>For your accountant</h3>
      <ul>
        {layouts.map(({ layout, label, text }) => (
          <li key={layout}>
            <button
              className="button"
              type="button"
              aria-busy={busy === layout}
              disabled={busy !== undefined}
              onClick={() => void save(layout)}
            >
              {label}
            </button>
            <span>
              {text}
              {files
                .filter((file) => file.layout === layout)
                .map(({ sha256 }) => (
                  <span key={sha256} className="books-checksum">
                    SHA-256 {sha256}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const layouts: { layout: BookLayout; label: string; text: string }[] = [
  {
    layout: 'lines',
    label: 'Line by line (CSV)',
    text: 'Every sale, payment, refund and credit note, on its own day.',
  },
  { layout: 'quickbooks', label: 'QuickBooks journal (CSV)', text: 'One balanced journal entry per day.' },
];
