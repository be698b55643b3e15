// Prepares stored post content for display. The sanitizer wrote it, so tags have a fixed form and attributes
// contain no brackets.
import { pictureFolders, postPicture, type StoredPicture } from '#contracts/pictures.ts';
import { srcSetOf } from '#web/ui/picture.tsx';

const SIZES = '(max-width: 740px) calc(100vw - 40px), 700px';

/** The drop cap floats, so a space after it would be dropped: screen readers would read "Ashort note". */
const ONE_LETTER_WORD = /^(<p>\p{L}) /u;

/** Shifts headings below the page's title and adds responsive sources to pictures. */
export function renderContent(content: string): string {
  return content
    .replace(ONE_LETTER_WORD, '$1&nbsp;')
    .replace(/<(\/?)h([12])>/g, (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`)
    .replace(/<img src="([^"]*)"[^>]*>/g, (image: string, url: string) => {
      const stored = postPicture(url);
      return stored ? withSources(image, stored) : image;
    });
}

function withSources(image: string, stored: StoredPicture): string {
  const sources = (['avif', 'webp'] as const).map(
    (type) =>
      `<source type="image/${type}" srcset="${srcSetOf(pictureFolders.blogs, stored, type)}" sizes="${SIZES}" />`,
  );
  return `<picture>${sources.join('')}${image}</picture>`;
}
