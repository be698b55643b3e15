import { useState } from 'react';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import type { ManagedReservation } from '#contracts/reservations.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

const NO_LOT = 'none';

/** What the scale said. The hops join the order, and the balance is asked for. */
export function WeightDialog({ reservation, onClose }: { reservation: ManagedReservation; onClose(): void }) {
  const { id, product_id, order_id, name, hop, pounds, price, deposit, expected_on } = reservation;
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const lots = useQuery(query('GET /api/products/admin/:id/lots', { params: { id: product_id } }));
  const [weight, setWeight] = useState(String(pounds));
  const [chosen, setLot] = useState<string>();
  const [inStock, setInStock] = useState(false);
  const options = lots.is === 'ready' ? lots.data.data : [];
  const current = options.find((each) => each.current);
  // Hops of this year must not get the figures of last year's lot.
  const lot = chosen ?? (current?.harvest_year === Number(expected_on.slice(0, 4)) ? String(current.id) : NO_LOT);

  const save = () =>
    submit(async () => {
      const without_lot = lot === NO_LOT;
      const lot_id = without_lot ? null : Number(lot);
      const body = { pounds: Number(weight), lot_id, without_lot, in_stock: inStock };
      const { data } = await mutate('POST /api/reservations/:id/weight', { params: { id }, body });
      queryCache.refetch('/api/harvests');
      toast({ text: `Order ${order_id} weighs ${formatPounds(Number(weight))}.${next(data)}` });
      onClose();
    });

  return (
    <ConfirmDialog
      text={`What does the ${hop} for ${name} weigh?`}
      confirmLabel="Save"
      tone="gold"
      busy={busy}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <div className="dialog-fields">
        <Field
          label="Pounds"
          type="number"
          inputMode="numeric"
          min={1}
          help={`Whole pounds. Reserved: ${formatPounds(pounds)}.`}
          value={weight}
          error={error.fields.pounds}
          onChange={({ target }) => setWeight(target.value)}
        />
        {options.length > 0 && (
          <FieldFrame label="Lot" error={error.fields.lot_id}>
            {(control) => (
              <select className="field-input" {...control} value={lot} onChange={({ target }) => setLot(target.value)}>
                <option value={NO_LOT}>No lot yet</option>
                {options.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.number}, crop {each.harvest_year}
                    {each.current && ' (current)'}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        )}
        <label className="order-note-choice">
          <input type="checkbox" checked={inStock} onChange={({ target }) => setInStock(target.checked)} />
          These pounds are in the stock already
        </label>
        <p className="field-help">
          Otherwise they go from the harvest straight to the order, and visitors can't buy them.
        </p>
        <p className="field-help" role="status">
          {balanceText(Number(weight), price, deposit)}
        </p>
        <FormError text={error.fields.pounds || error.fields.lot_id ? undefined : error.text} />
      </div>
    </ConfirmDialog>
  );
}

function next({ name, open, refused }: ManagedReservation): string {
  if (refused > 0) return ` The card provider refused to give back $${formatDollars(refused)}: open the order.`;
  return open > 0 ? ` ${name} gets a link to pay $${formatDollars(open)}.` : '';
}

function balanceText(pounds: number, price: number, deposit: number): string {
  if (!Number.isInteger(pounds) || pounds < 1) return '';
  const left = Math.round(pounds * price * 100) / 100 - deposit;
  const total = `${formatPounds(pounds)} ${pounds === 1 ? 'costs' : 'cost'} $${formatDollars(pounds * price)}.`;
  if (left === 0) return `${total} The deposit pays for them.`;
  return left > 0
    ? `${total} We'll email a link to pay the other $${formatDollars(left)}.`
    : `${total} $${formatDollars(-left)} of the deposit goes back to the card.`;
}
