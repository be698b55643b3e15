// A stored post becomes the text that is read. It was cleaned when it was written, so its tags have one spelling and
// no bracket stands in an attribute.
import { pictureFolders, postPicture, type StoredPicture } from '#contracts/pictures.ts';
import { srcSetOf } from '#web/ui/picture.tsx';

const SIZES = '(max-width: 740px) calc(100vw - 40px), 700px';

/** The title is the page's first header, so those of the text stand below it; pictures come as wide as they are shown. */
export function renderContent(content: string): string {
  return content
    .replace(/<(\/?)h([12])>/g, (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`)
    .replace(/<img src="([^"]*)"[^>]*>/g, (image: string, address: string) => {
      const stored = postPicture(address);
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
