// What changed between two versions of a section, in words.
import type { Field, GroupField, ListField } from '#contracts/setting-fields.ts';
import { itemTitle } from './setting-draft.ts';

/** `picture`: before and after are the names of pictures. */
export type Change = { label: string; before: string; after: string; picture?: true };
type Value = Record<string, unknown>;

export function changesBetween(field: GroupField, before: unknown, after: unknown): Change[] {
  return Object.entries(field.fields).flatMap(([name, each]) =>
    fieldChanges(each, Object(before)[name], Object(after)[name]),
  );
}

function fieldChanges(field: Field, before: unknown, after: unknown): Change[] {
  if (same(before, after)) return [];
  if (field.kind === 'group') return changesBetween(field, before, after).map((change) => inside(field.label, change));
  if (field.kind === 'list') return listChanges(field, valuesOf(before), valuesOf(after));
  const change = { label: field.label, before: textOf(field, before), after: textOf(field, after) };
  return [field.kind === 'picture' ? { ...change, picture: true } : change];
}

/** Entries that are only in one of them were edited if there are equally many, else added or removed. */
function listChanges(field: ListField, before: Value[], after: Value[]): Change[] {
  const gone = before.filter((each) => !after.some((other) => same(each, other)));
  const added = after.filter((each) => !before.some((other) => same(each, other)));
  if (gone.length === 0 && added.length === 0) return orderChange(field, before, after);
  if (gone.length === added.length)
    return gone.flatMap((each, index) =>
      changesBetween(field.item, each, added[index]).map((change) => inside(itemTitle(field, each), change)),
    );
  const whole = (each: Value) =>
    Object.entries(field.item.fields)
      .map(([name, part]) => (part.kind === 'picture' ? '' : textOf(part, each[name])))
      .filter(Boolean)
      .join('\n');
  return [
    ...gone.map((each) => ({ label: `${field.one} removed`, before: whole(each), after: '' })),
    ...added.map((each) => ({ label: `${field.one} added`, before: '', after: whole(each) })),
  ];
}

/** The entries that moved, with their old and new numbers. The others kept their order. */
function orderChange(field: ListField, before: Value[], after: Value[]): Change[] {
  const places = before.map((each) => after.findIndex((other) => same(each, other)));
  const kept = longestAscending(places);
  const moved = before.flatMap((each, from) => {
    const to = places[from] ?? 0;
    return kept.includes(to) ? [] : [{ title: itemTitle(field, each), from, to }];
  });
  return [
    {
      label: `${field.label}: order`,
      before: moved.map(({ title, from }) => `${from + 1}. ${title}`).join('\n'),
      after: moved.map(({ title, to }) => `${to + 1}. ${title}`).join('\n'),
    },
  ];
}

function longestAscending(numbers: number[]): number[] {
  const endingAt: number[][] = [];
  for (const number of numbers) {
    const shorter = endingAt.filter((run) => (run.at(-1) ?? 0) < number);
    const longest = shorter.reduce((a, b) => (b.length > a.length ? b : a), []);
    endingAt.push([...longest, number]);
  }
  return endingAt.reduce((a, b) => (b.length > a.length ? b : a), []);
}

function textOf(field: Field, value: unknown): string {
  if (Array.isArray(value)) return value.join(field.kind === 'paragraphs' ? '\n\n' : '\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.kind === 'number' && field.unit && value !== undefined) return `${value} ${field.unit}`;
  return String(value ?? '');
}

const inside = (label: string, change: Change): Change => ({ ...change, label: `${label}: ${change.label}` });
const valuesOf = (value: unknown): Value[] => (Array.isArray(value) ? value.map((each) => Object(each)) : []);
const same = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

/** As JSON, whatever order the fields came in. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort()) : each,
  ) ?? '';
