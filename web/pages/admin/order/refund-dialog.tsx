import { useState } from 'react';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents, formatDollars, toCents } from '#contracts/money.ts';
import { orderTotal } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { mutate } from '#web/query/mutate.ts';
import { useKeyedSubmit } from '#web/query/use-keyed-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOrderUpdate } from './use-order-update.ts';

type Values = {
  by: 'amount' | 'pounds';
  amount: string;
  pounds: Record<number, string>;
  restock: boolean;
  reason: string;
};

/** An amount, or some pounds of its lines. */
export function RefundDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const { id, lines, on_terms, email } = order;
  const update = useOrderUpdate();
  const { busy, error, submit } = useKeyedSubmit(`/api/orders/${id}`);
  const [values, setValues] = useState<Values>({ by: 'amount', amount: '', pounds: {}, restock: true, reason: '' });
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const chosen = lines.flatMap(({ product_id, price }) => {
    const pounds = Number(values.pounds[product_id] || 0);
    return pounds > 0 ? [{ product_id, pounds, price: toCents(price) }] : [];
  });

  const refund = () =>
    submit(async (key) => {
      const byPounds = values.by === 'pounds';
      const body = {
        ...(byPounds
          ? { lines: chosen.map(({ product_id, pounds }) => ({ product_id, pounds })), restock: values.restock }
          : { amount: Number(values.amount), lines: [], restock: false }),
        ...{ reason: values.reason, key },
      };
      const response = await mutate('POST /api/orders/:id/refunds', { params: { id }, body });
      update(response);
      toast({ text: response.data.refunding ? 'The refund is on its way.' : `Order ${id} refunded in part.` });
      onClose();
    });

  return (
    <ConfirmDialog
      text={`Refund a part of order ${id}?`}
      confirmLabel="Refund"
      busy={busy}
      onConfirm={() => void refund()}
      onCancel={onClose}
    >
      <div className="dialog-fields">
        <FieldFrame label="Refund">
          {(control) => (
            <select
              className="field-input"
              {...control}
              value={values.by}
              onChange={({ target }) => set({ by: target.value === 'pounds' ? 'pounds' : 'amount' })}
            >
              <option value="amount">An amount</option>
              <option value="pounds">Some pounds</option>
            </select>
          )}
        </FieldFrame>
        {values.by === 'amount' ? (
          <Field
            label="Amount in dollars"
            inputMode="decimal"
            autoComplete="off"
            help={on_terms ? undefined : `Up to $${formatDollars(order.refund_left)}.`}
            value={values.amount}
            error={error.fields.amount}
            onChange={({ target }) => set({ amount: target.value })}
          />
        ) : (
          <>
            {lines.map(({ product_id, name, pounds, price }) => (
              <Field
                key={product_id}
                label={name}
                type="number"
                inputMode="numeric"
                min={0}
                max={pounds}
                help={`${formatPounds(pounds)} at $${formatDollars(price)} per lb`}
                value={values.pounds[product_id] ?? ''}
                onChange={({ target }) => set({ pounds: { ...values.pounds, [product_id]: target.value } })}
              />
            ))}
            <p className="dialog-sum" role="status">
              ${formatCents(cents(orderTotal(chosen)))}
            </p>
            <label className="order-note-choice">
              <input
                type="checkbox"
                checked={values.restock}
                onChange={({ target }) => set({ restock: target.checked })}
              />
              The pounds go back to stock
            </label>
          </>
        )}
        <Field
          label="Reason"
          help="Kept in the order's history. Only staff see it."
          maxLength={300}
          value={values.reason}
          error={error.fields.reason}
          onChange={({ target }) => set({ reason: target.value })}
        />
        <p className="field-help">
          {on_terms ? 'A credit note takes it off the invoice.' : 'The money goes back to the card.'}
          {email && " We'll email the buyer."}
        </p>
        <FormError text={(error.fields.reason ?? error.fields.amount) ? undefined : error.text} />
      </div>
    </ConfirmDialog>
  );
}
