import type { MentionedHop, Post } from '#contracts/blog.ts';

const MOST = 3;

/** The hops that a post names, in the order of the catalog. */
export function mentionedHops(
  { title, content }: Pick<Post, 'title' | 'content'>,
  hops: MentionedHop[],
): MentionedHop[] {
  // Stored posts are sanitized: every bracket belongs to a tag.
  const text = content.replace(/<\/?(strong|em|u|s|a)\b[^>]*>/g, '').replace(/<[^>]*>/g, ' ');
  return hops
    .filter(({ name }) => isNamed(title, name) || isNamed(text, escapeHtml(name)))
    .slice(0, MOST)
    .map(({ slug, name }) => ({ slug, name }));
}

/** As whole words: "nuggets" does not mean a hop called Nugget. */
function isNamed(text: string, name: string): boolean {
  const literal = name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
