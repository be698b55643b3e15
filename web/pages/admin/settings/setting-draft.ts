// What is in the form: every text as it is typed. Numbers, lines and paragraphs are read from it on save.
import type { Field, GroupField, ListField } from '#contracts/setting-fields.ts';

export type Draft = string | boolean | DraftGroup | DraftItem[];
export type DraftGroup = { [name: string]: Draft };
/** `key` stays with an entry when it moves. */
export type DraftItem = { key: number; value: DraftGroup };

/** From the draft as it is now: an upload may end long after it began. */
export type Update<D> = (current: D) => D;

let lastKey = 0;

/** Entries keep the keys that they have in `before`, so that an open one stays open. */
export function toDraft(field: Field, value: unknown, before?: Draft): Draft {
  switch (field.kind) {
    case 'group':
      return groupDraft(field, value, Object(before));
    case 'list':
      return listOf(value).map((each, index) => {
        const item = itemsOf(before)[index];
        const draft = groupDraft(field.item, each, item?.value);
        return item ? { ...item, value: draft } : newItem(draft);
      });
    case 'paragraphs':
      return listOf(value).join('\n\n');
    case 'lines':
      return listOf(value).join('\n');
    case 'flag':
      return value === true;
    default:
      return String(value ?? '');
  }
}

export function groupDraft({ fields }: GroupField, value: unknown, before?: DraftGroup): DraftGroup {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    toDraft(field, Object(value)[name], before?.[name]),
  ]);
  return Object.fromEntries(entries);
}

export function newItem(value: DraftGroup): DraftItem {
  lastKey += 1;
  return { key: lastKey, value };
}

export function fromDraft(field: Field, draft: Draft): unknown {
  switch (field.kind) {
    case 'group':
      return groupValue(field, Object(draft));
    case 'list':
      return itemsOf(draft).map(({ value }) => groupValue(field.item, value));
    case 'paragraphs':
      return String(draft).split(/\n\s*\n/);
    case 'lines':
      return String(draft).split('\n');
    case 'number':
      return String(draft).trim() === '' ? undefined : Number(draft);
    default:
      return draft;
  }
}

export function groupValue({ fields }: GroupField, draft: DraftGroup): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => [name, fromDraft(field, draft[name] ?? '')]);
  return Object.fromEntries(entries);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const itemsOf = (draft: Draft | undefined): DraftItem[] => (Array.isArray(draft) ? draft : []);

export function move<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** How an entry is called in a list: by its first text, or by its numbers if it begins with one. */
export function itemTitle({ item, one }: ListField, value: Record<string, unknown>): string {
  const [first = ''] = Object.keys(item.fields);
  if (item.fields[first]?.kind === 'number' && value[first] !== undefined)
    return Object.entries(item.fields)
      .flatMap(([name, field]) => (field.kind === 'number' ? `${value[name] ?? '?'} ${field.unit ?? ''}`.trim() : []))
      .join(', ');
  return String(value[first] ?? '').trim() || `New ${one.toLowerCase()}`;
}
