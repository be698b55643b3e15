// Cache tags for public pages and pictures. A change lists the tags it affects; a cached response lists the tags it depends on.

// A sale changes `stock`, which is a part of `products`: everything that shows products shows it. It does not change
// `product-names`, which pages that only link to products depend on.
// Picture files never change, so `pictures` only means that one was removed.
const cacheTags = ['posts', 'products', 'stock', 'product-names', 'settings', 'pictures', 'harvests'] as const;
export type CacheTag = (typeof cacheTags)[number];

/** Sent instead of a tag when changes may have been missed. */
export const ALL_TAGS = 'everything';
export type ChangedTag = CacheTag | typeof ALL_TAGS;

export const isChangedTag = (text: string | undefined): text is ChangedTag =>
  text === ALL_TAGS || cacheTags.some((tag) => tag === text);
