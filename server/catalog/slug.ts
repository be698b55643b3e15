// The last segment of a product's URL, derived from its name.

const MAX_LENGTH = 80;

/** The candidate for each attempt, until one is free: comet, comet-2, comet-3. */
export function slugFor(name: string, attempt: number): string {
  const slug = toSlug(name);
  return attempt === 1 ? slug : `${slug}-${attempt}`;
}

function toSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .trim()
    .replaceAll(' ', '-');
  // /api/products/admin is a different endpoint.
  if (plain === 'admin') return 'admin-hop';
  // Nothing is left of a name without Latin letters or digits.
  return plain || 'hop';
}
