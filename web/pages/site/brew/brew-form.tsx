import { useEffect, useState } from 'react';
import { fromGrams, type Units, unitNames } from '#contracts/brewing.ts';
import type { ProductWithLot } from '#contracts/catalog.ts';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import { Additions } from './additions.tsx';
import { BrewSheet } from './brew-sheet.tsx';
import { type Brew, calculate, changeUnits, firstBrew, fromSearch, toSearch } from './brew-state.ts';

type Props = { hops: ProductWithLot[]; today: string; first: string };

export function BrewForm({ hops, today, first }: Props) {
  const [brew, setBrew] = useState<Brew>(() => firstBrew(first));
  const known = hops.map(({ slug, alpha_acid, lot }) => ({ slug, alpha_acid: lot?.alpha_acid ?? alpha_acid }));
  const result = calculate(brew, known);
  const { errors } = result;
  const names = unitNames[brew.units];

  // The server knows no brews, so the one in the URL appears after the page has loaded.
  useEffect(() => {
    const shared = fromSearch(new URLSearchParams(location.search), hops);
    if (shared) setBrew(shared);
  }, [hops]);

  function change(changed: Partial<Brew>) {
    const next = { ...brew, ...changed };
    setBrew(next);
    history.replaceState(history.state, '', toSearch(next));
  }

  const typed = (field: 'volume' | 'gravity' | 'boil' | 'target') => ({
    name: field,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 12,
    value: brew[field],
    error: errors[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ [field]: currentTarget.value }),
  });
  const needed = result.additions?.[0] && brew.target ? fromGrams(result.additions[0].grams, brew.units) : undefined;
  return (
    <div className="brew-columns">
      <form className="brew-form" method="get" noValidate onSubmit={(event) => event.preventDefault()}>
        <noscript>
          <p>The calculator needs JavaScript. Please turn it on.</p>
        </noscript>
        <fieldset className="brew-batch">
          <legend>Your batch</legend>
          <FieldFrame label="Units">
            {(control) => (
              <select
                className="field-input"
                value={brew.units}
                onChange={({ currentTarget: { value } }) => change(changeUnits(brew, value as Units))}
                {...control}
              >
                <option value="us">Gallons and ounces</option>
                <option value="metric">Liters and grams</option>
              </select>
            )}
          </FieldFrame>
          <Field label={`Batch in ${names.volume}`} {...typed('volume')} />
          <Field label={brew.units === 'us' ? 'Original gravity' : 'Original gravity in °P'} {...typed('gravity')} />
          <Field label="Boil in minutes" {...typed('boil')} />
          <Field
            label="Target IBU"
            optional
            help="Enter one, and the first addition gets the weight it needs."
            {...typed('target')}
          />
        </fieldset>
        <Additions
          hops={hops}
          today={today}
          additions={brew.additions}
          errors={errors}
          weightUnit={names.weight}
          needed={brew.target ? (needed?.toFixed(2) ?? '') : undefined}
          onChange={(additions) => change({ additions })}
        />
      </form>
      <BrewSheet brew={brew} result={result} hops={hops} />
    </div>
  );
}
