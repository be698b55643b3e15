// What the public pages show. A change names the topics it touches; a cached answer the ones it carries.

const cacheTags = ['posts', 'products'] as const;
export type CacheTag = (typeof cacheTags)[number];

/** Heard instead of a topic when changes may have been missed. */
export const ALL_TAGS = 'everything';
export type ChangedTag = CacheTag | typeof ALL_TAGS;

export const isChangedTag = (word: string | undefined): word is ChangedTag =>
  word === ALL_TAGS || cacheTags.some((topic) => topic === word);
