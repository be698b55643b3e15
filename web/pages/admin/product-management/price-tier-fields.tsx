import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_TIERS } from '#contracts/ordering-rules.ts';
import { RestoreInput } from '#web/ui/edit-conflict.tsx';
import { FieldFrame, FormError } from '#web/ui/field.tsx';
import { labels, type ProductForm, type ProductFormEvent } from './product-form-state.ts';
import { describeTierText, type TierRow, toTierRows, toTierText } from './tier-rows.ts';

type Props = { form: ProductForm; dispatch(event: ProductFormEvent): void };

/** Lower prices for larger orders. Closed until it is wanted: most hops have one price. */
export function PriceTierFields({ form, dispatch }: Props) {
  const [open, setOpen] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { errors, saving } = form;
  const text = form.values.tiers;
  const typed = form.typed.tiers;
  const rows = toTierRows(text);
  const hasError = Object.keys(errors).some((field) => field.startsWith('tiers'));
  const change = (changed: TierRow[]) => dispatch({ type: 'change', field: 'tiers', value: toTierText(changed) });

  function addRow() {
    flushSync(() => change([...rows, { from: '', price: '' }]));
    list.current?.lastElementChild?.querySelector('input')?.focus();
  }

  function removeRow(index: number) {
    flushSync(() => change(rows.filter((_, each) => each !== index)));
    add.current?.focus();
  }

  return (
    <details
      className="tier-fields"
      open={open || hasError || typed !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {labels.tiers} <span>{rows.length > 0 ? describeTierText(text) : 'Optional'}</span>
      </summary>
      <p className="field-help">From so many pounds of this hop in one order, every pound of it costs less.</p>
      <div ref={list}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, and holds nothing but what is in the form
          <fieldset key={index} className="tier-row">
            <legend className="visually-hidden">Price tier {index + 1}</legend>
            {(['from', 'price'] as const).map((part) => (
              <FieldFrame
                key={part}
                label={part === 'from' ? 'From' : 'Per pound'}
                unit={part === 'from' ? 'lbs' : '$'}
                error={errors[`tiers.${index}.${part}`]}
              >
                {(control) => (
                  <input
                    className="field-input"
                    {...control}
                    inputMode={part === 'from' ? 'numeric' : 'decimal'}
                    autoComplete="off"
                    readOnly={saving}
                    value={row[part]}
                    onChange={({ currentTarget: { value } }) =>
                      change(rows.map((each, at) => (at === index ? { ...row, [part]: value } : each)))
                    }
                  />
                )}
              </FieldFrame>
            ))}
            <button
              className="button"
              type="button"
              disabled={saving}
              aria-label={`Remove price tier ${index + 1}`}
              onClick={() => removeRow(index)}
            >
              Remove
            </button>
          </fieldset>
        ))}
      </div>
      {errors.tiers && <FormError text={errors.tiers} />}
      {typed !== undefined && (
        <p className="field-help">
          <RestoreInput
            text={describeTierText(typed)}
            onRestore={() => dispatch({ type: 'restore', field: 'tiers', value: typed })}
          />
        </p>
      )}
      {rows.length < MAX_TIERS && (
        <button ref={add} className="button" type="button" disabled={saving} onClick={addRow}>
          Add a price tier
        </button>
      )}
    </details>
  );
}
