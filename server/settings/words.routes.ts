// The owner's words, for the pages that show them.
import { isOwnerNote, type LegalPage, legalTitles } from '#contracts/legal-pages.ts';
import { type BuiltNames, shownPicture, showPictures } from '#contracts/setting-pictures.ts';
import { type Settings, sections } from '#contracts/setting-sections.ts';
import { route } from '#server/http/route.ts';

const cached = { tags: ['settings'] } as const;

export const wordsRoutes = (settings: () => Settings, builtNames: BuiltNames) => [
  route('GET /api/words/gallery', async () => ({ data: shownGallery(settings().gallery, builtNames) }), cached),
  route('GET /api/words/home', async () => ({ data: shownHome(settings(), builtNames) }), cached),
  route(
    'GET /api/words/story',
    async () => ({ data: showPictures(sections.story, settings().story, builtNames) }),
    cached,
  ),
  route(
    'GET /api/words/legal/:page',
    async ({ params }) => ({ data: legalText(params.page, settings().legal[params.page]) }),
    cached,
  ),
  route('GET /api/words/faqs', async () => ({ data: settings().faqs }), cached),
];

/** Shown where a page without a picture of its own is shared. */
export function sharedPicture({ home }: Settings, builtNames: BuiltNames): string {
  const { folder, name } = shownPicture(home.hero.picture, builtNames);
  return folder + name;
}

const shownHome = ({ home, breweries }: Settings, builtNames: BuiltNames) => ({
  home: showPictures(sections.home, home, builtNames),
  ...breweries,
});

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
    pictures: shown.map(({ picture, caption, alt }) => ({ ...shownPicture(picture, builtNames), caption, alt })),
  };
}
