// An example request and response of an endpoint, made from its schemas: values by the name of a field where people recognize
// them, else the first that fits.
import type { z } from 'zod';
import { type Endpoint, headersOf } from '#contracts/endpoint.ts';
import { schemaOf } from '#server/http/openapi.ts';

export type Example = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  form?: Record<string, string>;
  /** JSON, or the text of a file. */
  response: object | string;
};

type Json = { [keyword: string]: unknown };

const byName: Record<string, string | number> = {
  name: 'Dana Whitlock',
  company: 'Tulefog Brewing',
  email: 'dana@tulefog.example',
  phone: '(707) 555-0188',
  address: '412 Second Street, Rio Vista, CA 94571',
  zip: '94571',
  month: '2026-09',
  slug: 'cascade',
  hop: 'Cascade',
  product: 'Cascade',
  text: 'Cascade',
  number: 'CA-26-01',
  id: 12,
  order_id: 1042,
  product_id: 2,
  lot_id: 5,
  harvest_year: 2026,
  quantity: 22,
  pounds: 22,
  stock: 120,
  price: 14.5,
  amount: 319,
  total: 319,
  alpha_acid: 9.8,
  beta_acid: 3.5,
  total_oil: 1.6,
  moisture: 9.1,
  storage_index: 0.25,
  version: 2,
  page: 1,
  reason: 'One bag was torn.',
  note: 'Check 1183',
  title: 'A pale ale to try with Cascade',
  code: '123456',
  password: 'one malt, one yeast',
  key: 'b1f6c1de-6c0e-4d5c-9a35-0d6e5f0a7c11',
  token: 'TOKEN',
  q: 'dana',
};
const [DAY, TIME] = ['2026-09-14', '2026-09-14T17:00:00.000Z'];

export function deriveExample({ params, query, key, body, form, response }: Partial<Endpoint>): Example {
  const headers = headersOf({ key, body });
  return {
    ...(params && { params: texts(params, false) }),
    ...(query && { query: texts(query, true) }),
    ...(headers && { headers: { 'Idempotency-Key': String(byName.key) } }),
    ...(body && { body: Object(sampleOf(schemaOf(body), '', true)) }),
    ...(form && { form: texts(form, true) }),
    response: response ? Object(sampleOf(schemaOf(response))) : '',
  };
}

/** What is sent in a URL or a form. */
function texts(schema: z.ZodObject, onlyRequired: boolean): Record<string, string> {
  const values = Object.entries(Object(sampleOf(schemaOf(schema), '', onlyRequired)));
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

function sampleOf(schema: Json, name = '', onlyRequired = false): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return sampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name, onlyRequired);
  if ('example' in schema) return schema.example;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('const' in schema) return schema.const;
  if (schema.type === 'object') return objectOf(schema, onlyRequired);
  if (schema.type === 'array') return schema.maxItems === 0 ? [] : [sampleOf(Object(schema.items), name)];
  if (schema.type === 'boolean') return false;
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema, known);
  return schema.type === 'string' ? stringOf(schema, name, known) : null;
}

function objectOf({ properties = {}, required = [] }: Json, onlyRequired: boolean): object {
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const fields: Record<string, Json> = Object(properties);
  // The name of a hop, not of a person.
  const isHop = ['product_id', 'slug', 'alpha_acid'].some((name) => name in fields);
  const entries = Object.entries(fields).filter(([name]) => !onlyRequired || needed.includes(name));
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, sampleOf(schema, isHop && name === 'name' ? 'hop' : name)]),
  );
}

function numberOf({ type, minimum, exclusiveMinimum, maximum }: Json, known: unknown): number {
  const least = Math.max(Number(minimum ?? 1), Number(exclusiveMinimum ?? 0) + 1, 1);
  const most = Number(maximum ?? Number.MAX_SAFE_INTEGER);
  if (typeof known !== 'number' || known < least || known > most) return Math.min(least, most);
  return type === 'integer' ? Math.trunc(known) : known;
}

function stringOf({ format, maxLength, default: preset }: Json, name: string, known: unknown): string {
  if (typeof preset === 'string') return preset;
  if (format === 'date-time' || name === 'at' || name.endsWith('_at')) return TIME;
  if (/^(day|from|to|today)$|_on$/.test(name)) return DAY;
  if (known !== undefined) return String(known).slice(0, Number(maxLength ?? 255));
  return name.includes('url') ? 'https://farm.example/' : name.replaceAll('_', ' ');
}
