// After an edit conflict: the current values with this person's edits.
import type { Field, GroupField, ListField } from '#contracts/setting-fields.ts';
import { mergeLists, type Three } from './merge-lists.ts';
import { type Draft, type DraftGroup, type DraftItem, fromDraft, itemsOf } from './setting-draft.ts';

/** Drafts that both people changed, by path: the current value is in the form, and this one can be restored. */
export type Replaced = Record<string, Draft>;

export function mergeDrafts(field: GroupField, versions: Three<Draft>): { draft: DraftGroup; replaced: Replaced } {
  const replaced: Replaced = {};
  return { draft: mergeGroup(field, versions, '', replaced), replaced };
}

function mergeGroup({ fields }: GroupField, versions: Three<Draft>, path: string, replaced: Replaced): DraftGroup {
  const entries = Object.entries(fields).map(([name, field]) => {
    const part = (draft: Draft): Draft => Object(draft)[name] ?? '';
    const parts = { base: part(versions.base), mine: part(versions.mine), theirs: part(versions.theirs) };
    return [name, merge(field, parts, path ? `${path}.${name}` : name, replaced)];
  });
  return Object.fromEntries(entries);
}

function merge(field: Field, versions: Three<Draft>, path: string, replaced: Replaced): Draft {
  if (field.kind === 'group') return mergeGroup(field, versions, path, replaced);
  const { base, mine, theirs } = versions;
  const same = (a: Draft, b: Draft) => JSON.stringify(fromDraft(field, a)) === JSON.stringify(fromDraft(field, b));
  if (same(mine, base) || same(mine, theirs)) return theirs;
  if (same(theirs, base)) return mine;
  const list = field.kind === 'list' && mergeEntries(field, versions);
  if (list) return list;
  replaced[path] = mine;
  return theirs;
}

function mergeEntries(field: ListField, { base, mine, theirs }: Three<Draft>): DraftItem[] | undefined {
  const lists = { base: itemsOf(base), mine: itemsOf(mine), theirs: itemsOf(theirs) };
  const list = mergeLists(lists, (values) => {
    const { draft, replaced } = mergeDrafts(field.item, values);
    return Object.keys(replaced).length === 0 ? draft : undefined;
  });
  return list && list.length >= field.min && list.length <= field.max ? list : undefined;
}
