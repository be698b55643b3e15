// Merges two people's edits of a list, entry by entry. Gives up where only a person can decide.
import type { DraftGroup, DraftItem } from './setting-draft.ts';

export type Three<T> = { base: T; mine: T; theirs: T };

/** Undefined if both changed the same field of an entry, or one edited what the other removed, or both moved entries. */
export function mergeLists(
  { base, mine, theirs }: Three<DraftItem[]>,
  mergeValues: (values: Three<DraftGroup>) => DraftGroup | undefined,
): DraftItem[] | undefined {
  const inMine = pair(base, mine);
  const inTheirs = pair(base, theirs);
  const known = new Set([...inMine.values(), ...inTheirs.values()]);
  /** By the entry it came from, in both lists. */
  const merged = new Map<DraftItem, DraftItem>();
  for (const item of base) {
    const [m, t] = [inMine.get(item), inTheirs.get(item)];
    if (m && t) {
      const value = mergeValues({ base: item.value, mine: m.value, theirs: t.value });
      if (!value) return undefined;
      const result = { key: m.key, value };
      merged.set(m, result).set(t, result);
    } else if ([m, t].some((left) => left && !isSame(left, item))) return undefined;
  }
  const iMoved = isMoved(base, mine, inMine);
  if (iMoved && isMoved(base, theirs, inTheirs)) return undefined;
  const [ordered, other] = iMoved ? [mine, theirs] : [theirs, mine];
  const list = ordered.flatMap((item) => (known.has(item) ? (merged.get(item) ?? []) : item));
  const placeOf = (item: DraftItem) => {
    const result = merged.get(item);
    return result ? list.indexOf(result) : list.findIndex((each) => isSame(each, item));
  };
  other.forEach((item, index) => {
    if (known.has(item) || placeOf(item) >= 0) return;
    const before = other.slice(0, index).findLast((each) => placeOf(each) >= 0);
    list.splice(before ? placeOf(before) + 1 : 0, 0, item);
  });
  return list;
}

/** The entries of `list` that come from an entry of `base`. The rest was added. */
function pair(base: DraftItem[], list: DraftItem[]): Map<DraftItem, DraftItem> {
  const pairs = new Map<DraftItem, DraftItem>();
  let unpaired = list;
  for (const isFrom of [isSame, sharesId, sharesTitle, sharesText])
    for (const item of base.filter((each) => !pairs.has(each))) {
      const [found, ...others] = unpaired.filter((each) => isFrom(item, each));
      const isClear =
        others.length === 0 && !base.some((each) => each !== item && !pairs.has(each) && found && isFrom(each, found));
      if (!found || (isFrom !== isSame && !isClear)) continue;
      pairs.set(item, found);
      unpaired = unpaired.filter((each) => each !== found);
    }
  return pairs;
}

function isMoved(base: DraftItem[], list: DraftItem[], pairs: Map<DraftItem, DraftItem>): boolean {
  const places = base.flatMap((item) => {
    const paired = pairs.get(item);
    return paired ? [list.indexOf(paired)] : [];
  });
  return places.some((place, index) => place < (places[index - 1] ?? 0));
}

type Compare = (a: DraftItem, b: DraftItem) => boolean;

const isSame: Compare = (a, b) => JSON.stringify(a.value) === JSON.stringify(b.value);
const sharesId: Compare = (a, b) => hasText(a.value.id) && a.value.id === b.value.id;
const sharesTitle: Compare = (a, b) => {
  const [title = ''] = Object.keys(a.value);
  return hasText(a.value[title]) && a.value[title] === b.value[title];
};
const sharesText: Compare = (a, b) =>
  Object.entries(a.value).some(([name, text]) => hasText(text) && text === b.value[name]);
const hasText = (draft: unknown): boolean => typeof draft === 'string' && draft.trim() !== '';
