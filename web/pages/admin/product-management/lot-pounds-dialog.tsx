import { useEffect, useRef, useState } from 'react';
import { formatPounds } from '#contracts/hop-format.ts';
import type { ManagedLot } from '#contracts/lots.ts';
import { type StockEntry, stockEntries } from '#contracts/stock-kinds.ts';
import { useKeyedSubmit } from '#web/query/use-keyed-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { focusFirst } from './form-dom.ts';
import type { PoundsEntry } from './use-lot-changes.ts';

type Props = {
  /** Undefined for pounds of no lot, which can only be moved to one. */
  lot: ManagedLot | undefined;
  kind: StockEntry;
  lots: ManagedLot[];
  change(entry: PoundsEntry): Promise<void>;
  onClose(): void;
};

/** Writes pounds of a lot off, adds some, or moves them to another lot. */
export function LotPoundsDialog({ lot, kind: first, lots, change, onClose }: Props) {
  const others = lots.filter(({ id }) => id !== lot?.id);
  const [kind, setKind] = useState(first);
  const [form, setForm] = useState({ pounds: '', note: '', to: String(others[0]?.id ?? '') });
  const { busy, error, submit } = useKeyedSubmit('/api/products/admin');
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error.text) focusFirst(fields.current, '[aria-invalid="true"]');
  }, [error]);

  const save = () =>
    submit(async (key) => {
      const to_lot_id = kind === 'move' && form.to ? Number(form.to) : undefined;
      await change({ kind, pounds: Number(form.pounds), note: form.note, key, lot_id: lot?.id, to_lot_id });
      toast({ text: lot ? `Lot ${lot.number} changed.` : 'The pounds have a lot now.' });
      onClose();
    });

  return (
    <ConfirmDialog
      text={lot ? `Lot ${lot.number} has ${formatPounds(lot.stock)}. What happened?` : 'Which lot are they from?'}
      confirmLabel={labels[kind]}
      tone={kind === 'loss' ? 'brick' : 'gold'}
      busy={busy}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <div ref={fields} className="dialog-fields">
        {lot && (
          <FieldFrame label="Why" error={error.fields.kind}>
            {(control) => (
              <select
                className="field-input"
                value={kind}
                onChange={({ currentTarget: { value } }) =>
                  setKind(stockEntries.find((each) => each === value) ?? 'loss')
                }
                {...control}
              >
                {stockEntries.map((each) => (
                  <option key={each} value={each}>
                    {names[each]}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        )}
        {kind === 'move' && (
          <FieldFrame label="To lot" error={error.fields.to_lot_id}>
            {(control) => (
              <select
                className="field-input"
                value={form.to}
                onChange={({ currentTarget: { value } }) => setForm({ ...form, to: value })}
                {...control}
              >
                {others.map(({ id, number, stock }) => (
                  <option key={id} value={id}>
                    {number}, {formatPounds(stock)}
                  </option>
                ))}
                {lot && <option value="">No lot</option>}
              </select>
            )}
          </FieldFrame>
        )}
        <Field
          label="Pounds"
          type="number"
          inputMode={kind === 'correction' ? undefined : 'numeric'}
          help={kind === 'correction' ? 'With a minus if there are fewer than it says.' : 'Whole pounds.'}
          error={error.fields.pounds}
          value={form.pounds}
          onChange={({ target }) => setForm({ ...form, pounds: target.value })}
        />
        <Field
          label={kind === 'loss' ? 'Reason' : 'Note'}
          optional
          maxLength={300}
          help="Kept in the stock ledger. Only staff see it."
          error={error.fields.note}
          value={form.note}
          onChange={({ target }) => setForm({ ...form, note: target.value })}
        />
        <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
      </div>
    </ConfirmDialog>
  );
}

const names: Record<StockEntry, string> = {
  harvest: 'More was harvested',
  loss: 'Lost or spoiled',
  sample: 'Given away as a sample',
  correction: 'Counted again',
  move: 'Moves to another lot',
};

const labels: Record<StockEntry, string> = {
  harvest: 'Add',
  loss: 'Write off',
  sample: 'Take out',
  correction: 'Correct',
  move: 'Move',
};
