import { z } from 'zod';
import { dataOf, type EndpointTable } from './endpoint.ts';
import type { Field, ValueOf } from './setting-fields.ts';
import { sections } from './setting-sections.ts';

export const wordsEndpoints = {
  'GET /api/words/home': {
    summary: 'The texts of the home page, and the breweries',
    response: dataOf(
      z.object({ home: schemaOf(sections.home), breweries: schemaOf(sections.breweries.fields.breweries) }),
    ),
  },
  'GET /api/words/story': { summary: "The farm's story", response: dataOf(schemaOf(sections.story)) },
  'GET /api/words/faqs': { summary: 'What brewers ask', response: dataOf(schemaOf(sections.faqs)) },
} as const satisfies EndpointTable;

/** What a field's value looks like, for the types and the API documents. Input is checked by checkSetting. */
function schemaOf<F extends Field>(field: F): z.ZodType<ValueOf<F>>;
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
    default:
      return z.string();
  }
}
