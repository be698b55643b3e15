import { expect, test } from 'vitest';
import { calculate, changeUnits, firstBrew, fromSearch, poundsToOrder, toSearch } from './brew-state.ts';

const hops = [
  { slug: 'cascade', alpha_acid: 10 },
  { slug: 'willamette', alpha_acid: 5 },
];
const brew = firstBrew('cascade');

test('adds up the bitterness of all additions', () => {
  const { ibu, additions, errors } = calculate(brew, hops);

  expect(errors).toEqual({});
  expect(additions?.map((each) => each.ibu.toFixed(1))).toEqual(['34.5', '12.5']);
  expect(ibu).toBeCloseTo(47.08, 1);
});

test('a target sets the weight of the first addition', () => {
  const { ibu, additions } = calculate({ ...brew, target: '40' }, hops);

  expect(ibu).toBeCloseTo(40, 9);
  expect(additions?.[0]?.grams).toBeCloseTo((27.5 / 34.5) * 28.35, 0);
});

test('a target that the other additions exceed, or that unboiled hops should reach, is refused', () => {
  expect(calculate({ ...brew, target: '10' }, hops).errors).toEqual({
    target: 'The other additions already give 13 IBU.',
  });
  const [first, ...others] = brew.additions;
  const unboiled = { ...brew, target: '40', additions: [{ ...(first ?? brew.additions[0]), minutes: '0' }, ...others] };
  expect(Object.keys(calculate(unboiled as typeof brew, hops).errors)).toEqual(['minutes-0']);
});

test.each([
  [{ volume: '' }, 'volume'],
  [{ volume: '-5' }, 'volume'],
  [{ gravity: '50' }, 'gravity'],
  [{ boil: 'an hour' }, 'boil'],
  [{ target: '0' }, 'target'],
  [{ boil: '30' }, 'minutes-0'],
])('%j is refused at %s', (change, field) => {
  const { errors, additions } = calculate({ ...brew, ...change }, hops);
  expect(Object.keys(errors)).toEqual([field]);
  expect(additions).toBeUndefined();
});

test('the alpha that is typed counts instead of that of the lot', () => {
  const [first] = brew.additions;
  const typed = { ...brew, additions: [{ hop: 'cascade', weight: '1', minutes: '60', ...first, alpha: '5' }] };
  expect(calculate(typed, hops).ibu).toBeCloseTo(17.3, 1);
});

test('a brew survives its URL', () => {
  const typed = {
    ...brew,
    target: '35',
    additions: [...brew.additions, { hop: 'willamette', weight: '0.5', minutes: '5', alpha: '4.8', lot: 'WI 1/2' }],
  };
  expect(fromSearch(new URLSearchParams(toSearch(typed)), hops)).toEqual(typed);
});

test('a URL with hops that are not sold, or with nonsense, is no brew or a smaller one', () => {
  expect(fromSearch(new URLSearchParams(''), hops)).toBeUndefined();
  expect(fromSearch(new URLSearchParams('add=mystery~1~60'), hops)).toBeUndefined();
  const some = fromSearch(new URLSearchParams('batch=5&add=mystery~1~60&add=cascade~1~60&add=~~~'), hops);
  expect(some?.additions).toEqual([{ hop: 'cascade', weight: '1', minutes: '60', alpha: '' }]);
});

test('the same brew in metric units is as bitter, and comes back', () => {
  const metric = changeUnits(brew, 'metric');
  expect(metric).toMatchObject({ units: 'metric', volume: '18.93', gravity: '12.4' });
  expect(calculate(metric, hops).ibu).toBeCloseTo(calculate(brew, hops).ibu, 0);
  expect(changeUnits(metric, 'us')).toMatchObject({ volume: '5', gravity: '1.050' });
});

test('orders whole pounds of each hop, and says what is left', () => {
  const { additions } = calculate(brew, hops);
  expect(poundsToOrder(additions ?? [])).toMatchObject([{ hop: 'cascade', pounds: 1 }]);
  expect((poundsToOrder(additions ?? [])[0]?.leftover ?? 0) / 28.349_523_125).toBeCloseTo(14, 9);
});
