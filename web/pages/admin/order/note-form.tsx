import type { SubmitEvent } from 'react';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';

export function NoteForm({ id, email }: { id: number; email: string | null }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();

  function write(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { text: fieldText(form, 'text'), for_buyer: fieldText(form, 'for_buyer') === 'yes' };
    void submit(async () => {
      const { data } = await mutate('POST /api/orders/:id/notes', { params: { id }, body });
      queryCache.update(`/api/orders/${id}`, () => ({ data }));
      form.reset();
      toast({ text: body.for_buyer && email ? 'Saved, and sent to the buyer.' : 'Saved.' });
    });
  }

  return (
    <details className="order-note-form">
      <summary className="text-link">Write a note</summary>
      <form method="post" noValidate onSubmit={write}>
        <FieldFrame label="Note" error={error.fields.text}>
          {(control) => <textarea className="field-input" name="text" rows={3} maxLength={2000} {...control} />}
        </FieldFrame>
        <label className="order-note-choice">
          <input type="checkbox" name="for_buyer" value="yes" />
          {email ? 'Show it to the buyer, and email it' : 'Show it to the buyer'}
        </label>
        <FormError text={error.fields.text ? undefined : error.text} />
        <button className="button" type="submit" aria-busy={busy} disabled={busy}>
          Save note
        </button>
      </form>
    </details>
  );
}
