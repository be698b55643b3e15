// The owner's words, for the pages that show them.
import { isOwnerNote, type LegalPage, legalTitles } from '#contracts/legal-pages.ts';
import type { Settings } from '#contracts/setting-sections.ts';
import { route } from '#server/http/route.ts';

const cached = { tags: ['settings'] } as const;

export const wordsRoutes = (settings: () => Settings) => [
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
  return { title: legalTitles[page], description, parts: shown };
}
