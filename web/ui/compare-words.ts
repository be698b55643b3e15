// Compares two texts word by word.

/** A part that both texts have, or only one of them. */
export type TextPart = { in: 'both' | 'before' | 'after'; text: string };

/** Words of unchanged text shown next to a change. */
const CONTEXT = 12;
/** Longer changes are marked as a whole: finding what they have in common takes too long. */
const MOST_PAIRS = 4_000_000;

export function compareWords(before: string, after: string): TextPart[] {
  const [old, now] = [wordsIn(before), wordsIn(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const changed = compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return joinParts([...old.slice(0, start).map(same), ...changed, ...old.slice(old.length - end).map(same)]);
}

/** Shortens long texts that did not change. */
export function shortenParts(parts: TextPart[]): TextPart[] {
  return parts.map((part, index) => {
    if (part.in !== 'both') return part;
    const words = wordsIn(part.text);
    const head = index === 0 ? 0 : CONTEXT;
    const tail = index === parts.length - 1 ? 0 : CONTEXT;
    if (parts.length === 1 || words.length <= head + tail) return part;
    const first = words.slice(0, head).join('');
    const last = words.slice(words.length - tail).join('');
    return { ...part, text: `${first}${first && ' '}…${last}` };
  });
}

/** Each word with the space before it. */
const wordsIn = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
const same = (text: string): TextPart => ({ in: 'both', text });

/** By the longest common subsequence: `lengths` has its length for every pair of endings. */
function compareMiddle(old: string[], now: string[]): TextPart[] {
  const parts: TextPart[] = [];
  let [i, j] = [0, 0];
  if (old.length * now.length <= MOST_PAIRS) {
    const width = now.length + 1;
    const lengths = commonLengths(old, now);
    while (i < old.length && j < now.length) {
      if (old[i] === now[j]) {
        parts.push(same(old[i] ?? ''));
        [i, j] = [i + 1, j + 1];
      } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
        parts.push({ in: 'before', text: old[i] ?? '' });
        i += 1;
      } else {
        parts.push({ in: 'after', text: now[j] ?? '' });
        j += 1;
      }
    }
  }
  const rest = (words: string[], where: TextPart['in']) => words.map((text) => ({ in: where, text }));
  return [...parts, ...rest(old.slice(i), 'before'), ...rest(now.slice(j), 'after')];
}

function commonLengths(old: string[], now: string[]): Uint16Array {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === now[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
}

/** Neighbors of the same kind become one part. */
function joinParts(parts: TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.in === part.in) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}
