import type { ProductWithLot } from '#contracts/catalog.ts';
import { formatDay } from '#contracts/dates.ts';
import { daysBetween, describeAge } from '#contracts/hop-aging.ts';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import { AlphaChoice } from './alpha-choice.tsx';
import { MAX_ADDITIONS, type TypedAddition } from './brew-state.ts';

type Props = {
  hops: ProductWithLot[];
  /** The farm's day. */
  today: string;
  additions: TypedAddition[];
  errors: Record<string, string>;
  weightUnit: string;
  /** The weight of the first addition, if it follows from the target; empty if it can't be worked out. */
  needed: string | undefined;
  onChange(additions: TypedAddition[]): void;
};

export function Additions({ hops, today, additions, errors, weightUnit, needed, onChange }: Props) {
  const set = (index: number, changed: Partial<TypedAddition>) =>
    onChange(additions.map((each, at) => (at === index ? { ...each, ...changed } : each)));
  const last = additions.at(-1);
  return (
    <fieldset className="brew-additions">
      <legend>Hop additions</legend>
      {additions.map(({ hop, weight, minutes, alpha }, index) => {
        const product = hops.find(({ slug }) => slug === hop);
        const follows = index === 0 && needed !== undefined;
        const input = { inputMode: 'decimal' as const, autoComplete: 'off', maxLength: 12 };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: additions have no identity but their place
          <fieldset key={index} className="brew-addition">
            <legend>Addition {index + 1}</legend>
            <FieldFrame label="Hop" help={product && describeAlpha(product, today)}>
              {(control) => (
                <select
                  className="field-input"
                  value={hop}
                  onChange={({ currentTarget: { value } }) => set(index, { hop: value, alpha: '' })}
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
              value={follows ? needed : weight}
              readOnly={follows}
              error={errors[`weight-${index}`]}
              onChange={({ currentTarget: { value } }) => set(index, { weight: value })}
            />
            <Field
              label="Minutes in the boil"
              {...input}
              value={minutes}
              error={errors[`minutes-${index}`]}
              onChange={({ currentTarget: { value } }) => set(index, { minutes: value })}
            />
            <Field
              label="Alpha acid in %"
              {...input}
              placeholder={String(product?.lot?.alpha_acid ?? product?.alpha_acid ?? '')}
              value={alpha}
              error={errors[`alpha-${index}`]}
              onChange={({ currentTarget: { value } }) => set(index, { alpha: value })}
            />
            {product?.lot && (
              <AlphaChoice
                lot={product.lot}
                today={today}
                alpha={alpha}
                addition={index + 1}
                onChange={(chosen) => set(index, { alpha: chosen })}
              />
            )}
            {additions.length > 1 && (
              <button
                className="text-button"
                type="button"
                aria-label={`Remove addition ${index + 1}`}
                onClick={() => onChange(additions.filter((_, at) => at !== index))}
              >
                Remove
              </button>
            )}
          </fieldset>
        );
      })}
      {last && additions.length < MAX_ADDITIONS && (
        <button
          className="button"
          type="button"
          onClick={() => onChange([...additions, { ...last, minutes: '5', alpha: '' }])}
        >
          Add an addition
        </button>
      )}
    </fieldset>
  );
}

/** 11.2% alpha acid in lot CO-26, tested September 12, 2026, 40 days ago */
function describeAlpha({ alpha_acid, lot }: ProductWithLot, today: string): string {
  if (!lot) return `${alpha_acid}% alpha acid`;
  return `${lot.alpha_acid}% alpha acid in lot ${lot.number}, tested ${formatDay(lot.tested_on)}, ${describeAge(daysBetween(lot.tested_on, today))}`;
}
