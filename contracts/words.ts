import { z } from 'zod';
import { dataOf, type EndpointTable } from './endpoint.ts';
import { legalPages } from './legal-pages.ts';
import type { Field, ValueOf } from './setting-fields.ts';
import { sections } from './setting-sections.ts';

const ShownPicture = z.object({
  /** Where its files are: the folder, and the name without a size. */
  folder: z.string(),
  name: z.string(),
});
export type ShownPicture = z.output<typeof ShownPicture>;

const GalleryEntry = ShownPicture.extend({ caption: z.string(), alt: z.string() });
export type GalleryEntry = z.output<typeof GalleryEntry>;

/** A field's value as visitors get it: a picture comes with its folder. */
export type ShownOf<F> = F extends { kind: 'group'; fields: infer G }
  ? { [name in keyof G]: ShownOf<G[name]> }
  : F extends { kind: 'list'; item: infer I }
    ? ShownOf<I>[]
    : F extends { kind: 'picture' }
      ? ShownPicture
      : ValueOf<F>;

export type HomeWords = ShownOf<typeof sections.home>;
export type StoryWords = ShownOf<typeof sections.story>;

export const wordsEndpoints = {
  'GET /api/words/home': {
    summary: 'The texts and pictures of the home page, and the breweries',
    response: dataOf(
      z.object({ home: schemaOf(sections.home), breweries: schemaOf(sections.breweries.fields.breweries) }),
    ),
  },
  'GET /api/words/story': { summary: "The farm's story", response: dataOf(schemaOf(sections.story)) },
  'GET /api/words/faqs': { summary: 'What brewers ask', response: dataOf(schemaOf(sections.faqs)) },
  'GET /api/words/gallery': {
    summary: 'The gallery; pictures that the farm hides are left out',
    response: dataOf(
      z.object({
        note: z.string(),
        pictures: z.array(GalleryEntry),
      }),
    ),
  },
  'GET /api/words/legal/:page': {
    summary: 'Privacy, terms, or refunds and shipping',
    params: z.object({ page: z.enum(legalPages, { error: 'There is no such page.' }) }),
    response: dataOf(
      z.object({
        title: z.string(),
        description: z.string(),
        parts: schemaOf(sections.legal.fields.privacy.fields.parts),
      }),
    ),
  },
} as const satisfies EndpointTable;

/** What a field's value looks like, for the types and the API documents. Input is checked by checkSetting. */
function schemaOf<F extends Field>(field: F): z.ZodType<ShownOf<F>>;
function schemaOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'group':
      return z.object(Object.fromEntries(Object.entries(field.fields).map(([name, each]) => [name, schemaOf(each)])));
    case 'list':
      return z.array(schemaOf(field.item));
    case 'lines':
    case 'paragraphs':
      return z.array(z.string());
    case 'number':
      return z.number();
    case 'flag':
      return z.boolean();
    case 'picture':
      return ShownPicture;
    default:
      return z.string();
  }
}
