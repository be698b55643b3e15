import { readdirSync, readFileSync } from 'node:fs';
import { DOMParser } from '@xmldom/xmldom';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { hopForms } from '#content/hop-forms.ts';
import type { PublishedLot } from '#contracts/lot-pages.ts';
import { lot } from '#server/testing/lot-fixtures.ts';
import { toBeerJson, toBeerXml } from './hop-files.ts';

const published: PublishedLot = {
  ...lot,
  id: 1,
  certificate_url: null,
  product: { name: 'Cascade', slug: 'cascade', type: 'Aroma', aromas: 'grapefruit, floral', on_sale: true },
};
const brand = 'Malt & <Hops> Farm';

// The schemas as BeerJSON publishes them.
const SCHEMAS = 'node_modules/@beerjson/beerjson/json';
const ajv = new Ajv({ strict: false });
for (const file of readdirSync(SCHEMAS)) ajv.addSchema(JSON.parse(readFileSync(`${SCHEMAS}/${file}`, 'utf8')));
const validate = ajv.getSchema('https://raw.githubusercontent.com/beerjson/beerjson/master/json/beer.json');

test.each(hopForms)('%s are valid BeerJSON', (form) => {
  const document = JSON.parse(toBeerJson({ lots: [{ ...published, form }, published], brand }));

  expect(validate?.(document), JSON.stringify(validate?.errors)).toBe(true);
  const [hop] = document.beerjson.hop_varieties;
  expect(hop).toMatchObject({
    name: 'Cascade (lot CA-26-01)',
    producer: brand,
    product_id: 'CA-26-01',
    year: '2026',
    alpha_acid: { unit: '%', value: 6.4 },
    oil_content: { total_oil_ml_per_100g: 1.5 },
  });
  expect(hop).not.toHaveProperty('percent_lost');
});

test('the schema is really used', () => {
  expect(validate?.({ beerjson: { version: 1, hop_varieties: [{ name: 'No alpha' }] } })).toBe(false);
});

// BeerXML has no schema: these are the rules of its hop record.
const required = ['NAME', 'VERSION', 'ALPHA', 'AMOUNT', 'USE', 'TIME'];
const numbers = ['VERSION', 'ALPHA', 'AMOUNT', 'TIME', 'BETA'];
const lists: Record<string, string[]> = {
  USE: ['Boil', 'Dry Hop', 'Mash', 'First Wort', 'Aroma'],
  FORM: ['Pellet', 'Plug', 'Leaf'],
};

test.each(hopForms)('%s are valid BeerXML', (form) => {
  const xml = toBeerXml({ lots: [{ ...published, form }, published], brand });
  const root = new DOMParser({ onError: (_, text) => expect.fail(text) }).parseFromString(xml, 'text/xml');
  const hops = [...(root.documentElement?.getElementsByTagName('HOP') ?? [])];

  expect(root.documentElement?.tagName).toBe('HOPS');
  expect(hops).toHaveLength(2);
  for (const hop of hops) {
    const fields = new Map([...hop.children].map((each) => [each.tagName, each.textContent ?? '']));
    expect([...fields.keys()]).toEqual(expect.arrayContaining(required));
    expect(fields.size).toBe(hop.children.length);
    for (const name of numbers) expect(fields.get(name)).toMatch(/^\d+(\.\d+)?$/);
    for (const [name, values] of Object.entries(lists)) expect(values).toContain(fields.get(name));
    expect(fields.get('VERSION')).toBe('1');
    expect(fields.get('NAME')).toBe('Cascade (lot CA-26-01)');
    expect(fields.get('NOTES')).toContain(brand);
  }
});
