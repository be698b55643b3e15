// What a version of a post changed, in words that staff can read.
import type { PostField, PostRevision } from '#contracts/post-versions.ts';

export const fieldLabels: Record<PostField, string> = {
  title: 'Title',
  content: 'Content',
  description: 'For search engines',
  image_url: 'Image',
  published_at: 'Publish',
};

/** Title, Content */
export const changedLabels = ({ changes }: Pick<PostRevision, 'changes'>): string =>
  changes.map(({ field }) => fieldLabels[field]).join(', ');

/** As text; where only the formatting differs, as HTML. */
export function contentTexts(before: string, after: string): { before: string; after: string } {
  const texts = { before: readableText(before), after: readableText(after) };
  return texts.before === texts.after ? { before, after } : texts;
}

/** The text of a sanitized post, whose tags have a fixed form. */
export function readableText(html: string): string {
  return html
    .replace(
      /<img src="([^"]*)"(?: alt="([^"]*)")?[^>]*>/g,
      (_, src: string, alt = '') => `[Picture: ${alt || src}]\n\n`,
    )
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, '$2 ($1)')
    .replace(/<li>/g, '• ')
    .replace(/<br ?\/?>|<\/li>/g, '\n')
    .replace(/<\/(p|h[1-6]|ul|ol|blockquote)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' };
