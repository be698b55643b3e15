// What is typed on the brew-day page, and what comes out. The typed values travel in the URL, so that a brew can be shared.
import {
  type Addition,
  type Batch,
  fromGrams,
  fromGravity,
  fromLiters,
  gramsFor,
  ibuOf,
  toGrams,
  toGravity,
  toLiters,
  type Units,
  wholePoundsFor,
} from '#contracts/brewing.ts';

/** As typed. An empty `alpha` means that of the current lot. */
export type TypedAddition = {
  hop: string;
  weight: string;
  minutes: string;
  alpha: string;
  /** The lot whose page led here, as long as its alpha stays. */
  lot?: string | undefined;
};
export type Brew = {
  units: Units;
  volume: string;
  gravity: string;
  boil: string;
  /** If it is set, the weight of the first addition follows from it. */
  target: string;
  additions: TypedAddition[];
};
export type Hop = { slug: string; alpha_acid: number };

export const MAX_ADDITIONS = 12;

export const firstBrew = (hop: string): Brew => ({
  units: 'us',
  volume: '5',
  gravity: '1.050',
  boil: '60',
  target: '',
  additions: [
    { hop, weight: '1', minutes: '60', alpha: '' },
    { hop, weight: '1', minutes: '10', alpha: '' },
  ],
});

export type Result = {
  /** One per addition; undefined if something is missing. */
  additions: (Addition & { hop: string; ibu: number })[] | undefined;
  ibu: number;
  /** By field: `volume`, `gravity`, `boil`, `target`, `weight-0`, `minutes-0`, `alpha-0`. */
  errors: Record<string, string>;
};

export function calculate(brew: Brew, hops: Hop[]): Result {
  const { units } = brew;
  const errors: Record<string, string> = {};
  const read = (field: string, typed: string, { from, to, say }: { from: number; to: number; say: string }) => {
    const value = Number(typed.replace(',', '.'));
    if (typed.trim() && Number.isFinite(value) && value >= from && value <= to) return value;
    errors[field] = say;
    return Number.NaN;
  };
  const volume = read('volume', brew.volume, { from: 0.1, to: 100_000, say: 'Enter the size of the batch.' });
  const gravity = read('gravity', brew.gravity, gravityRange[units]);
  const boil = read('boil', brew.boil, { from: 0, to: 300, say: 'Enter the minutes of the boil, up to 300.' });
  const batch = { liters: toLiters(volume, units), gravity: toGravity(gravity, units) };
  const hasTarget = brew.target.trim() !== '';
  const target = hasTarget ? read('target', brew.target, { from: 1, to: 200, say: 'Enter 1 to 200 IBU.' }) : 0;
  const typed = brew.additions.map(({ hop, ...fields }, index) => {
    const known = hops.find(({ slug }) => slug === hop)?.alpha_acid ?? 0;
    const alpha = fields.alpha.trim()
      ? read(`alpha-${index}`, fields.alpha, { from: 0.1, to: 30, say: 'Enter the percent of alpha acid.' })
      : known;
    const say = `Enter 0 to ${Number.isNaN(boil) ? 'the boil' : boil} minutes.`;
    const minutes = read(`minutes-${index}`, fields.minutes, { from: 0, to: Number.isNaN(boil) ? 300 : boil, say });
    const follows = hasTarget && index === 0;
    const weight = follows
      ? 0
      : read(`weight-${index}`, fields.weight, { from: 0, to: 1_000_000, say: 'Enter a weight.' });
    return { hop, alpha, minutes, grams: toGrams(weight, units) };
  });
  if (Object.keys(errors).length > 0) return { additions: undefined, ibu: 0, errors };
  const additions = hasTarget ? reach(target, typed, batch, errors) : typed;
  if (!additions) return { additions: undefined, ibu: 0, errors };
  const bitter = additions.map((addition) => ({ ...addition, ibu: ibuOf(addition, batch) }));
  return { additions: bitter, ibu: bitter.reduce((sum, { ibu }) => sum + ibu, 0), errors };
}

type ReadAddition = Addition & { hop: string };

/** Sets the weight of the first addition. */
function reach(target: number, [first, ...others]: ReadAddition[], batch: Batch, errors: Record<string, string>) {
  if (!first) return [];
  const rest = others.reduce((sum, addition) => sum + ibuOf(addition, batch), 0);
  const grams = gramsFor(target - rest, first, batch);
  if (rest > target) errors.target = `The other additions already give ${rest.toFixed(0)} IBU.`;
  else if (!Number.isFinite(grams)) errors['minutes-0'] = 'Hops that are not boiled give no bitterness.';
  else return [{ ...first, grams }, ...others];
  return undefined;
}

const gravityRange = {
  us: { from: 1, to: 1.2, say: 'Enter the gravity as 1.000 to 1.200.' },
  metric: { from: 0, to: 42, say: 'Enter 0 to 42 degrees Plato.' },
};

/** Whole pounds of each hop, and the grams left over. */
export function poundsToOrder(additions: { hop: string; grams: number }[]) {
  const grams = new Map<string, number>();
  for (const each of additions) grams.set(each.hop, (grams.get(each.hop) ?? 0) + each.grams);
  return [...grams].map(([hop, total]) => ({ hop, grams: total, ...wholePoundsFor(total) }));
}

/** The same brew in the other units. What cannot be read stays as it was typed. */
export function changeUnits(brew: Brew, units: Units): Brew {
  if (units === brew.units) return brew;
  const convert = (typed: string, digits: number, change: (value: number) => number) => {
    const value = Number(typed.replace(',', '.'));
    return typed.trim() && Number.isFinite(value) ? String(Number(change(value).toFixed(digits))) : typed;
  };
  const gravity = convert(brew.gravity, units === 'us' ? 3 : 1, (value) =>
    fromGravity(toGravity(value, brew.units), units),
  );
  return {
    ...brew,
    units,
    volume: convert(brew.volume, 2, (value) => fromLiters(toLiters(value, brew.units), units)),
    gravity: units === 'us' && gravity !== brew.gravity ? Number(gravity).toFixed(3) : gravity,
    additions: brew.additions.map((addition) => ({
      ...addition,
      weight: convert(addition.weight, 2, (value) => fromGrams(toGrams(value, brew.units), units)),
    })),
  };
}

export function toSearch({ units, volume, gravity, boil, target, additions }: Brew): string {
  const search = new URLSearchParams({ units, batch: volume, gravity, boil, ...(target && { ibu: target }) });
  for (const { hop, weight, minutes, alpha, lot } of additions)
    search.append('add', [hop, weight, minutes, ...(alpha ? [alpha, ...(lot ? [lot] : [])] : [])].join('~'));
  return `?${search}`;
}

/** Undefined if the URL has no brew. Hops that are no longer sold are left out. */
export function fromSearch(search: URLSearchParams, hops: Hop[]): Brew | undefined {
  const first = firstBrew('');
  const typed = (name: string, otherwise: string) => (search.get(name) ?? otherwise).slice(0, 12);
  const additions = search
    .getAll('add')
    .slice(0, MAX_ADDITIONS)
    .map((text) => text.split('~').map((part) => part.slice(0, 100)))
    .map(([hop = '', weight = '', minutes = '', alpha = '', lot]) => ({ hop, weight, minutes, alpha, lot }))
    .filter(({ hop }) => hops.some(({ slug }) => slug === hop));
  if (additions.length === 0) return undefined;
  return {
    units: search.get('units') === 'metric' ? 'metric' : 'us',
    volume: typed('batch', first.volume),
    gravity: typed('gravity', first.gravity),
    boil: typed('boil', first.boil),
    target: typed('ibu', ''),
    additions,
  };
}
