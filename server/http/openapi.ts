// The OpenAPI document, generated from the endpoint table.
import { z } from 'zod';
import type { Endpoint } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';

type Json = Record<string, unknown>;

export function buildOpenApi(title: string, serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, spec] of Object.entries<Endpoint>(endpoints)) {
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
      schemas: { Problem: errorSchema },
    },
  };
}

function operation(name: string, spec: Endpoint): Json {
  return {
    operationId: name.replace(/\W+/g, '_'),
    summary: spec.summary,
    parameters: [...parameters('path', spec.params), ...parameters('query', spec.query)],
    ...(spec.body && { requestBody: content('application/json', schemaOf(spec.body)) }),
    ...(spec.form && { requestBody: content('multipart/form-data', formSchema(spec.form, spec)) }),
    ...(spec.for && { security: spec.for === 'anyone' ? [{ bearer: [] }, {}] : [{ bearer: [] }] }),
    responses: {
      200: { description: 'Done', ...content('application/json', schemaOf(spec.response)) },
      ...(spec.for && spec.for !== 'anyone' && { 401: errorResponse('Unauthenticated.') }),
      ...(spec.for === 'admin' && { 403: errorResponse('Forbidden.') }),
      ...(spec.params && { 404: errorResponse('Not found.') }),
      ...(spec.current && { 409: conflictResponse(spec.current) }),
      ...((spec.picture || spec.certificate) && {
        413: errorResponse('The file is too large.'),
        415: errorResponse('The file type is not supported.'),
      }),
      ...((spec.query || spec.params || spec.body || spec.form) && { 422: errorResponse('A field is not valid.') }),
      ...Object.fromEntries(
        Object.entries(spec.otherResponses ?? {}).map(([status, description]) => [
          status,
          { description, ...content('application/json', schemaOf(spec.response)) },
        ]),
      ),
    },
  };
}

function parameters(location: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: schemaOf(field),
  }));
}

function formSchema(form: z.ZodObject, { picture, certificate }: Endpoint): Json {
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
const errorResponse = (description: string) => ({
  description,
  ...content('application/json', { $ref: '#/components/schemas/Problem' }),
});
const conflictResponse = (current: z.ZodType) => ({
  description: 'It was changed in the meantime.',
  ...content('application/json', {
    allOf: [{ $ref: '#/components/schemas/Problem' }],
    properties: { current: schemaOf(current) },
  }),
});

const errorSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};
