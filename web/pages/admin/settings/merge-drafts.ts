// After an edit conflict: the current values with this person's edits. A list counts as one field.
import type { Field, GroupField } from '#contracts/setting-fields.ts';
import { type Draft, type DraftGroup, fromDraft } from './setting-draft.ts';

/** Drafts that both people changed, by path: the current value is in the form, and this one can be restored. */
export type Replaced = Record<string, Draft>;

type Versions = { base: Draft; mine: Draft; theirs: Draft };

export function mergeDrafts(field: GroupField, versions: Versions): { draft: DraftGroup; replaced: Replaced } {
  const replaced: Replaced = {};
  return { draft: mergeGroup(field, versions, '', replaced), replaced };
}

function mergeGroup({ fields }: GroupField, versions: Versions, path: string, replaced: Replaced): DraftGroup {
  const entries = Object.entries(fields).map(([name, field]) => {
    const part = (draft: Draft): Draft => Object(draft)[name] ?? '';
    const parts = { base: part(versions.base), mine: part(versions.mine), theirs: part(versions.theirs) };
    return [name, merge(field, parts, path ? `${path}.${name}` : name, replaced)];
  });
  return Object.fromEntries(entries);
}

function merge(field: Field, versions: Versions, path: string, replaced: Replaced): Draft {
  if (field.kind === 'group') return mergeGroup(field, versions, path, replaced);
  const { base, mine, theirs } = versions;
  const same = (a: Draft, b: Draft) => JSON.stringify(fromDraft(field, a)) === JSON.stringify(fromDraft(field, b));
  if (same(mine, base) || same(mine, theirs)) return theirs;
  if (same(theirs, base)) return mine;
  replaced[path] = mine;
  return theirs;
}
