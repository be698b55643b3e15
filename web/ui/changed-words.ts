// Finds what differs between two texts, word by word.

/** Both texts are `start`, their own middle part, and `end`. */
export type ChangedWords = { start: string; before: string; after: string; end: string };

/** Words of unchanged text shown around a change. */
const CONTEXT = 12;

export function changedWords(before: string, after: string): ChangedWords {
  const [old, now] = [wordsIn(before), wordsIn(after)];
  const shorter = Math.min(old.length, now.length);
  let first = 0;
  while (first < shorter && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  return {
    start: lastWords(old.slice(0, first)),
    before: old.slice(first, old.length - last).join(''),
    after: now.slice(first, now.length - last).join(''),
    end: firstWords(old.slice(old.length - last)),
  };
}

/** Each word with the space before it. */
const wordsIn = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

const lastWords = (words: string[]): string =>
  words.length > CONTEXT ? `…${words.slice(-CONTEXT).join('')}` : words.join('');

const firstWords = (words: string[]): string =>
  words.length > CONTEXT ? `${words.slice(0, CONTEXT).join('')} …` : words.join('');
