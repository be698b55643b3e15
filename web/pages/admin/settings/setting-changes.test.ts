import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { sections } from '#contracts/setting-sections.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { changesBetween } from './setting-changes.ts';
import { fromDraft, move, toDraft } from './setting-draft.ts';

const { farm, faqs } = defaultSettings;
const [first, second, ...others] = faqs.questions;
const withQuestions = (...questions: unknown[]) => ({ ...faqs, questions });

test.each(Object.entries(defaultSettings))('%s comes out of the form as it went in', (name, value) => {
  const field = Object(sections)[name];
  expect(fromDraft(field, toDraft(field, value))).toEqual(value);
});

test('names the fields that changed', () => {
  const after = { ...farm, phone: '(707) 555-0101', address: { ...farm.address, zip: '95616' }, low_stock: 10 };
  expect(changesBetween(sections.farm, farm, after)).toEqual([
    { label: 'Address: ZIP code', before: '95641', after: '95616' },
    { label: 'Phone', before: '(916) 555-0142', after: '(707) 555-0101' },
    { label: 'Low stock below', before: '50 lbs', after: '10 lbs' },
  ]);
});

test('tells edited, added, removed and moved entries of a list apart', () => {
  const between = (after: unknown) => changesBetween(sections.faqs, faqs, after);
  const edited = { ...first, answer: ['In bags.'] };
  expect(between(withQuestions(edited, second, ...others))).toMatchObject([
    { label: 'What size bags do you sell?: Answer', after: 'In bags.' },
  ]);
  expect(between(withQuestions(first, ...others))).toMatchObject([{ label: 'Question removed', after: '' }]);
  expect(between(withQuestions({ question: 'Dogs?', answer: ['Two.'], id: 'dogs' }, ...faqs.questions))).toEqual([
    { label: 'Question added', before: '', after: 'Dogs?\nTwo.\ndogs' },
  ]);
  const [third, ...rest] = others;
  expect(between(withQuestions(third, first, second, ...rest))).toEqual([
    {
      label: 'Questions: order',
      before: '3. Can we come and see the farm?',
      after: '1. Can we come and see the farm?',
    },
  ]);
});

test('a conflict keeps the edits of both, and offers mine where both changed a field', () => {
  const draft = (value: unknown) => toDraft(sections.farm, value);
  const { draft: merged, replaced } = mergeDrafts(sections.farm, {
    base: draft(farm),
    mine: draft({ ...farm, tagline: 'Mine.', hours: 'mine', social: [] }),
    theirs: draft({ ...farm, phone: '(707) 555-0101', hours: 'theirs' }),
  });

  expect(fromDraft(sections.farm, merged)).toEqual({
    ...farm,
    tagline: 'Mine.',
    phone: '(707) 555-0101',
    hours: 'theirs',
    social: [],
  });
  expect(replaced).toEqual({ hours: 'mine' });
});

test('moves an entry', () => {
  expect(move(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(move(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
});

test('a row of numbers is named by all of them, with their units', () => {
  const row = { miles: 500, pounds: 22, price: 18 };
  const change = (before: object[], after: object[]) =>
    changesBetween(sections.freight, { carrier: 'UPS', rows: before }, { carrier: 'UPS', rows: after });

  expect(change([row], [{ ...row, price: 20 }])).toEqual([
    { label: '500 miles, 22 lbs, 18 dollars: Price', before: '18 dollars', after: '20 dollars' },
  ]);
  expect(change([], [row])).toEqual([{ label: 'Price added', before: '', after: '500 miles\n22 lbs\n18 dollars' }]);
});
