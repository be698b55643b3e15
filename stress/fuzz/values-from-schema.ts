// Values made from a call's own schema, right ones as far as the schema tells, so that what is bent afterwards gets past the
// first check.
import type { z } from 'zod';
import { schemaOf } from '#server/http/openapi.ts';
import type { SeededRandom } from './seeded-random.ts';

type Schema = Record<string, unknown>;

/** What the schema cannot say: a date that exists, a card that pays, a product that is there. */
const known: Record<string, readonly [unknown, ...unknown[]]> = {
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
  slug: ['triple-pearl', 'comet'],
  email: ['wren@farm.example', 'otis@brewery.example', 'dana@brewery.example'],
  password: ['tall bines in may', 'eight or more'],
};

const likely = [
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
  const made = madeFrom(schemaOf(schema), random, '');
  return typeof made === 'object' && made !== null ? { ...made } : {};
}

function madeFrom(schema: Schema, luck: SeededRandom, name: string): unknown {
  const choices = listed(schema.enum) ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices) return luck.anyOf(choices);
  const either = listed(schema.anyOf);
  if (either && !known[name]) return madeFrom(Object(luck.anyOf(either)), luck, name);
  const told = known[name];
  if (told && schema.type !== 'object') return luck.pick(told);
  if (schema.type === 'object') return objectOf(schema, luck);
  if (schema.type === 'array')
    return Array.from({ length: luck.pick([1, 1, 2, 3]) }, () => madeFrom(Object(schema.items), luck, name));
  if (schema.type === 'integer' || schema.type === 'number') return luck.pick([1, 2, 1600]);
  if (schema.type === 'boolean') return luck.percent(50);
  return textOf(schema, luck);
}

function objectOf(schema: Schema, luck: SeededRandom): Fields {
  const required = listed(schema.required) ?? [];
  return Object.fromEntries(
    Object.entries(Object(schema.properties))
      .filter(([name]) => required.includes(name) || luck.percent(50))
      .map(([name, each]) => [name, madeFrom(Object(each), luck, name)]),
  );
}

function textOf({ pattern, minLength = 0 }: Schema, luck: SeededRandom): string {
  const fits = new RegExp(typeof pattern === 'string' ? pattern : '', 'u');
  return luck.anyOf(likely.filter((text) => fits.test(text) && text.length >= Number(minLength))) ?? 'eight or more';
}

const listed = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);
