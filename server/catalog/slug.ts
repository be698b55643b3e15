// The last part of a product's address, made from its name.

const MAX_LENGTH = 80;

/** What to try first, second and so on, until one is free: comet, comet-2, comet-3. */
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
  // /api/products/admin is another call.
  if (plain === 'admin') return 'admin-hop';
  // Of a name without a single Latin letter or digit nothing is left.
  return plain || 'hop';
}
