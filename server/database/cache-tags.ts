// What the public pages show. A change names the topics it touches; a cached answer the ones it carries.

const topics = ['posts', 'products'] as const;
export type Topic = (typeof topics)[number];

/** Heard instead of a topic when changes may have been missed. */
export const EVERYTHING = 'everything';
export type Changed = Topic | typeof EVERYTHING;

export const isChanged = (word: string | undefined): word is Changed =>
  word === EVERYTHING || topics.some((topic) => topic === word);
