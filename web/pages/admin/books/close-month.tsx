import { useState } from 'react';
import { formatMonth } from '#contracts/book-types.ts';
import type { Books } from '#contracts/books.ts';
import { formatShortDateTime } from '#contracts/dates.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

export function CloseMonth({ books: { month, closable_at } }: { books: Books }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [asking, setAsking] = useState(false);
  const name = formatMonth(month);

  const close = () =>
    submit(async () => {
      await mutate('POST /api/books/closings', { body: { month } });
      setAsking(false);
      queryCache.refetch('/api/books');
      toast({ text: `${name} is closed.` });
    });

  if (closable_at > new Date().toISOString())
    return <p className="stats-note">It can be closed from {formatShortDateTime(closable_at)}.</p>;
  return (
    <section className="books-close">
      <h3>Close the month</h3>
      <p>
        Its files are stored as they are now and never change. Later refunds, credit notes and payments count on their
        own day.
      </p>
      <button className="button" type="button" onClick={() => setAsking(true)}>
        Close {name}
      </button>
      {asking && (
        <ConfirmDialog
          text={`Close ${name} for good? This can't be undone: no payment can be dated into it any more.${error.text && ` ${error.text}`}`}
          confirmLabel={`Close ${name}`}
          busy={busy}
          onConfirm={() => void close()}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}
