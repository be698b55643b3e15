// Generates values from an endpoint's own schema that are valid as far as the schema tells, so that later mutations get past
// the first check.
import type { z } from 'zod';
import { schemaOf } from '#server/http/openapi.ts';
import type { SeededRandom } from './seeded-random.ts';

type Schema = Record<string, unknown>;

/** What the schema cannot express: existing dates, cards that pay, existing products. */
const knownValues: Record<string, readonly [unknown, ...unknown[]]> = {
  tested_on: ['2026-09-12', '2024-02-29'],
  harvest_year: ['2026', '2025'],
  storage_index: ['0.25', '.3'],
  from: ['2026-09-01', '2026-10-01'],
  to: ['2026-10-01', '2026-12-31', 'ready', 'completed', 'cancelled', 'refunded'],
  sourceId: ['cnon:card-nonce-ok', 'cnon:card-nonce-ok', 'cnon:card-nonce-declined'],
  amount: [1600, 1600, 3200],
  productId: [1, 1, 1, 2],
  quantity: [1, 1, 1, 2],
  lot_id: [1, 2, null],
  lotId: [1, 1, 2, null],
  to_lot_id: [1, 2],
  slug: ['triple-pearl', 'comet'],
  email: ['wren@farm.example', 'otis@brewery.example', 'dana@brewery.example'],
  password: ['tall bines in may', 'eight or more'],
};

const commonTexts = [
  '1',
  '2',
  '3',
  '5.5',
  '12.50',
  '94571',
  '2026-09-12',
  'Lot-26',
  'Cascade',
  'a@b.example',
  'citrus, pine',
];

export type Fields = Record<string, unknown>;

export function validFields(schema: z.ZodObject, random: SeededRandom): Fields {
  const value = generate(schemaOf(schema), random, '');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function generate(schema: Schema, random: SeededRandom, name: string): unknown {
  const choices = asList(schema.enum) ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices) return random.anyOf(choices);
  const alternatives = asList(schema.anyOf);
  if (alternatives && !knownValues[name]) return generate(Object(random.anyOf(alternatives)), random, name);
  const values = knownValues[name];
  if (values && schema.type !== 'object') return random.pick(values);
  if (schema.type === 'object') return objectOf(schema, random);
  if (schema.type === 'array')
    return Array.from({ length: random.pick([1, 1, 2, 3]) }, () => generate(Object(schema.items), random, name));
  if (schema.type === 'integer' || schema.type === 'number') return random.pick([1, 2, 1600]);
  if (schema.type === 'boolean') return random.percent(50);
  return textOf(schema, random);
}

function objectOf(schema: Schema, random: SeededRandom): Fields {
  const required = asList(schema.required) ?? [];
  return Object.fromEntries(
    Object.entries(Object(schema.properties))
      .filter(([name]) => required.includes(name) || random.percent(50))
      .map(([name, each]) => [name, generate(Object(each), random, name)]),
  );
}

function textOf({ pattern, minLength = 0 }: Schema, random: SeededRandom): string {
  const fits = new RegExp(typeof pattern === 'string' ? pattern : '', 'u');
  return (
    random.anyOf(commonTexts.filter((text) => fits.test(text) && text.length >= Number(minLength))) ?? 'eight or more'
  );
}

const asList = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);
