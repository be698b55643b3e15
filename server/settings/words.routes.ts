// The owner's words, for the pages that show them.
import { isOwnerNote, type LegalPage, legalTitles } from '#contracts/legal-pages.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import type { Settings } from '#contracts/setting-sections.ts';
import { route } from '#server/http/route.ts';

const cached = { tags: ['settings'] } as const;

/** The encoded names of the pictures that ship with the shop. */
type BuiltNames = Record<string, string>;

export const wordsRoutes = (settings: () => Settings, builtNames: BuiltNames) => [
  route('GET /api/words/gallery', async () => ({ data: shownGallery(settings().gallery, builtNames) }), cached),
  route('GET /api/words/home', async () => ({ data: { home: settings().home, ...settings().breweries } }), cached),
  route('GET /api/words/story', async () => ({ data: settings().story }), cached),
  route(
    'GET /api/words/legal/:page',
    async ({ params }) => ({ data: legalText(params.page, settings().legal[params.page]) }),
    cached,
  ),
  route('GET /api/words/faqs', async () => ({ data: settings().faqs }), cached),
];

/** Without the notes for the owner. */
function legalText(page: LegalPage, { description, parts }: Settings['legal'][LegalPage]) {
  const shown = parts.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.filter((text) => !isOwnerNote(text)),
  }));
  const filled = shown.filter(({ paragraphs }) => paragraphs.length > 0);
  return { title: legalTitles[page], description, parts: filled };
}

function shownGallery({ note, pictures }: Settings['gallery'], builtNames: BuiltNames) {
  const shown = pictures.filter(({ hidden }) => !hidden);
  return {
    note,
    pictures: shown.map(({ picture, caption, alt }) => {
      const built = builtNames[picture];
      return { folder: built ? pictureFolders.project : pictureFolders.blogs, name: built ?? picture, caption, alt };
    }),
  };
}
