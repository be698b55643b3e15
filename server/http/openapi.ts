// The API's own description, made from the table of calls.
import { z } from 'zod';
import type { CallSpec } from '#contracts/endpoint.ts';
import { calls } from '#contracts/endpoints.ts';

type Json = Record<string, unknown>;

export function openApi(title: string, serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, spec] of Object.entries<CallSpec>(calls)) {
    const [method = '', path = ''] = name.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, spec) };
    if (method === 'PUT' && spec.form) {
      const post = operation(`POST ${path}`, { ...spec, summary: `${spec.summary}. With _method=PUT in the form` });
      paths[template] = { ...paths[template], post };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: problem },
    },
  };
}

function operation(name: string, spec: CallSpec): Json {
  return {
    operationId: name.replace(/\W+/g, '_'),
    summary: spec.summary,
    parameters: [...parameters('path', spec.params), ...parameters('query', spec.query)],
    ...(spec.body && { requestBody: content('application/json', schemaOf(spec.body)) }),
    ...(spec.form && { requestBody: content('multipart/form-data', formSchema(spec.form, spec)) }),
    ...(spec.for && { security: spec.for === 'anyone' ? [{ bearer: [] }, {}] : [{ bearer: [] }] }),
    responses: {
      200: { description: 'Done', ...content('application/json', schemaOf(spec.reply)) },
      ...(spec.for && spec.for !== 'anyone' && { 401: refusal('Unauthenticated.') }),
      ...(spec.for === 'admin' && { 403: refusal('Forbidden.') }),
      ...(spec.params && { 404: refusal('Not found.') }),
      ...(spec.current && { 409: meanwhile(spec.current) }),
      ...((spec.picture || spec.certificate) && {
        413: refusal('The file is too large.'),
        415: refusal('The file is of another kind.'),
      }),
      ...((spec.query || spec.params || spec.body || spec.form) && { 422: refusal('A field is not valid.') }),
      ...Object.fromEntries(
        Object.entries(spec.also ?? {}).map(([status, description]) => [
          status,
          { description, ...content('application/json', schemaOf(spec.reply)) },
        ]),
      ),
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: schemaOf(field),
  }));
}

function formSchema(form: z.ZodObject, { picture, certificate }: CallSpec): Json {
  const schema = schemaOf(form);
  if (!picture && !certificate) return schema;
  const file = { type: 'string', format: 'binary' };
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    properties: {
      ...Object(schema.properties),
      ...(picture && { image: file }),
      ...(certificate && { certificate: file }),
    },
    required: picture === 'required' ? [...required, 'image'] : required,
  };
}

export function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

const content = (type: string, schema: Json) => ({ content: { [type]: { schema } } });
const refusal = (description: string) => ({
  description,
  ...content('application/json', { $ref: '#/components/schemas/Problem' }),
});
const meanwhile = (current: z.ZodType) => ({
  description: 'It was changed meanwhile.',
  ...content('application/json', {
    allOf: [{ $ref: '#/components/schemas/Problem' }],
    properties: { current: schemaOf(current) },
  }),
});

const problem = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};
