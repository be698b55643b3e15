// The owner's words, for the pages that show them.
import type { Settings } from '#contracts/setting-sections.ts';
import { route } from '#server/http/route.ts';

const cached = { tags: ['settings'] } as const;

export const wordsRoutes = (settings: () => Settings) => [
  route('GET /api/words/home', async () => ({ data: { home: settings().home, ...settings().breweries } }), cached),
  route('GET /api/words/story', async () => ({ data: settings().story }), cached),
  route('GET /api/words/faqs', async () => ({ data: settings().faqs }), cached),
];
