import type { ProductWithLot } from '#contracts/catalog.ts';
import { formatDay } from '#contracts/dates.ts';
import { daysBetween, describeAge } from '#contracts/hop-aging.ts';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import { AlphaChoice } from './alpha-choice.tsx';
import type { TypedAddition } from './brew-state.ts';

type Props = {
  hops: ProductWithLot[];
  /** The farm's day. */
  today: string;
  addition: TypedAddition;
  index: number;
  errors: Record<string, string>;
  weightUnit: string;
  /** The weight, if it follows from the target; empty if it can't be worked out. */
  needed: string | undefined;
  onChange(changed: Partial<TypedAddition>): void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
};

export function Addition({ hops, today, addition, index, errors, weightUnit, needed, onChange, onRemove }: Props) {
  const { hop, weight, minutes, alpha, lot } = addition;
  const product = hops.find(({ slug }) => slug === hop);
  const input = { inputMode: 'decimal' as const, autoComplete: 'off', maxLength: 12 };
  return (
    <fieldset className="brew-addition">
      <legend>Addition {index + 1}</legend>
      <FieldFrame label="Hop" help={product && describeAlpha(product, today, addition)}>
        {(control) => (
          <select
            className="field-input"
            value={hop}
            onChange={({ currentTarget: { value } }) => onChange({ hop: value, alpha: '', lot: undefined })}
            {...control}
          >
            {hops.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <Field
        label={`Weight in ${weightUnit}`}
        {...input}
        value={needed ?? weight}
        readOnly={needed !== undefined}
        error={errors[`weight-${index}`]}
        onChange={({ currentTarget: { value } }) => onChange({ weight: value })}
      />
      <Field
        label="Minutes in the boil"
        {...input}
        value={minutes}
        error={errors[`minutes-${index}`]}
        onChange={({ currentTarget: { value } }) => onChange({ minutes: value })}
      />
      <Field
        label="Alpha acid in %"
        {...input}
        placeholder={String(product?.lot?.alpha_acid ?? product?.alpha_acid ?? '')}
        value={alpha}
        error={errors[`alpha-${index}`]}
        onChange={({ currentTarget: { value } }) => onChange({ alpha: value, lot: undefined })}
      />
      {product?.lot && (
        <AlphaChoice
          lot={product.lot}
          today={today}
          alpha={lot === product.lot.number ? '' : alpha}
          ofOtherLot={isOfOtherLot(product, lot)}
          addition={index + 1}
          onChange={(chosen) => onChange({ alpha: chosen, lot: undefined })}
        />
      )}
      {onRemove && (
        <button className="text-button" type="button" aria-label={`Remove addition ${index + 1}`} onClick={onRemove}>
          Remove
        </button>
      )}
    </fieldset>
  );
}

/** 11.2% alpha acid in lot CO-26, tested September 12, 2026, 40 days ago */
function describeAlpha(product: ProductWithLot, today: string, typed: TypedAddition): string {
  const { alpha_acid, lot } = product;
  if (isOfOtherLot(product, typed.lot))
    return `${typed.alpha}% alpha acid in lot ${typed.lot}${lot ? `. The current lot is ${lot.number}.` : ''}`;
  if (!lot) return `${alpha_acid}% alpha acid`;
  return `${lot.alpha_acid}% alpha acid in lot ${lot.number}, tested ${formatDay(lot.tested_on)}, ${describeAge(daysBetween(lot.tested_on, today))}`;
}

const isOfOtherLot = ({ lot }: ProductWithLot, number: string | undefined) => Boolean(number) && number !== lot?.number;
