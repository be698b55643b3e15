import { expect, test } from 'vitest';
import { type Endpoint, headersOf } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { fileEndpoints } from '#contracts/file-endpoints.ts';
import { renderApiDocs } from './api-docs-page.ts';
import { exampleOf } from './api-examples.ts';
import { curlCommand } from './curl-command.ts';

const all: Record<string, Partial<Endpoint>> = { ...endpoints, ...fileEndpoints };

test.each(Object.entries(all))('the example of %s fits its schemas', (name, spec) => {
  const { params, query, key, body, form, response } = spec;
  const example = exampleOf(name, spec);
  const parts = [
    ['params', params, example.params],
    ['query', query, example.query],
    ['headers', headersOf({ key, body }), example.headers],
    ['body', body, example.body],
    ['form', form, example.form],
  ] as const;
  for (const [part, schema, value] of parts)
    if (schema) expect(schema.safeParse(value ?? {}).error?.issues ?? [], part).toEqual([]);
  // Strict: a field the endpoint does not return would mislead.
  if (response) expect(response.parse(example.response)).toEqual(example.response);
});

test('the page has every endpoint, in the index and with a curl command and a response', () => {
  const page = renderApiDocs('Heron Slough Ranch', 'https://hops.example', []);
  for (const name of Object.keys(all)) {
    const id = name.toLowerCase().replace(/\W+/g, '-');
    expect(page).toContain(`<li><a href="#${id}">`);
    expect(page).toContain(`<details id="${id}">`);
    expect(page).toContain(`aria-label="${name}: Example request">curl `);
    expect(page).toContain(`aria-label="${name}: Example response">`);
  }
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('curl commands have the method, the token, the query and what is sent', () => {
  const curl = (name: string) =>
    curlCommand(name, all[name] ?? {}, exampleOf(name, all[name] ?? {}), 'https://hops.example');

  expect(curl('GET /api/blogs')).toBe("curl 'https://hops.example/api/blogs?page=1'");
  expect(curl('PUT /api/products/admin/:id/current-lot')).toBe(
    `curl 'https://hops.example/api/products/admin/12/current-lot' \\
  -X PUT \\
  -H "Authorization: Bearer $TOKEN" \\
  --json '{"lot_id":5}'`,
  );
  expect(curl('POST /api/admin/blogs')).toContain(
    `--form-string 'title=A pale ale to try with Cascade' \\\n  -F image=@picture.jpg`,
  );
});
