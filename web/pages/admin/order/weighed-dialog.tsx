import { useState } from 'react';
import { formatPounds } from '#contracts/hop-format.ts';
import type { Order } from '#contracts/orders.ts';
import { mutate } from '#web/query/mutate.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOrderUpdate } from './use-order-update.ts';

/** What the scale said. Whole pounds are sold, so they become the pounds of the line. */
export function WeighedDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const { id, lines, version, on_terms, email } = order;
  const update = useOrderUpdate();
  const { busy, error, submit } = useSubmit();
  const [weighed, setWeighed] = useState<Record<number, string>>({});
  const pounds = (line: Order['lines'][number]) => Number(weighed[line.product_id] ?? line.pounds);

  const save = () =>
    submit(async () => {
      const body = {
        ...{ version, weighed: true, reason: 'Weighed' },
        lines: lines.map((line) => ({ product_id: line.product_id, pounds: pounds(line) })),
      };
      const response = await mutate('POST /api/orders/:id/changes', { params: { id }, body });
      update(response);
      toast({ text: `Order ${id} weighs ${formatPounds(response.data.quantity)}.` });
      onClose();
    });

  return (
    <ConfirmDialog
      text={`What did order ${id} weigh?`}
      confirmLabel="Save"
      tone="gold"
      busy={busy}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <div className="dialog-fields">
        {lines.map((line) => (
          <Field
            key={line.product_id}
            label={line.name}
            type="number"
            inputMode="numeric"
            min={1}
            help={`Whole pounds. Sold: ${formatPounds(line.pounds)}.`}
            value={weighed[line.product_id] ?? String(line.pounds)}
            onChange={({ target }) => setWeighed({ ...weighed, [line.product_id]: target.value })}
          />
        ))}
        <p className="field-help">
          {on_terms ? 'The difference is invoiced or credited.' : 'Less goes back to the card, more is invoiced.'}
          {email && " We'll email the buyer."}
        </p>
        <FormError text={error.text} />
      </div>
    </ConfirmDialog>
  );
}
