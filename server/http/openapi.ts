// The OpenAPI document, generated from the endpoint table.
import { z } from 'zod';
import { type Endpoint, headersOf } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { type FileEndpoint, fileEndpoints } from '#contracts/file-endpoints.ts';

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
  for (const [name, spec] of Object.entries<FileEndpoint>(fileEndpoints)) {
    const [, path = ''] = name.split(' ');
    paths[path.replace(/:(\w+)/g, '{$1}')] = { get: fileOperation(name, spec) };
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

/** What every operation has, whatever it returns. */
function request(name: string, { summary, for: audience, params, query, key, body }: Partial<Endpoint>): Json {
  const bearer = { bearer: [] };
  const isPublic = audience === undefined || audience === 'visitor';
  return {
    operationId: name.replace(/\W+/g, '_'),
    summary,
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...parameters('header', headersOf({ key, body })),
    ],
    security: isPublic ? [] : audience === 'anyone' ? [bearer, {}] : [bearer],
  };
}

function requestErrors({ for: audience, params, query, body, form }: Partial<Endpoint>): Json {
  return {
    ...((body || form) && {
      400: errorResponse('The request could not be read.'),
      415: errorResponse('The content type is not supported.'),
    }),
    ...(audience && audience !== 'anyone' && { 401: errorResponse('Unauthenticated.') }),
    ...(audience && !['visitor', 'anyone', 'customer'].includes(audience) && { 403: errorResponse('Forbidden.') }),
    ...(params && { 404: errorResponse('Not found.') }),
    ...((query || params || body || form) && { 422: errorResponse('A field is not valid.') }),
  };
}

function fileOperation(name: string, spec: FileEndpoint): Json {
  const file = { description: 'The file', ...content(spec.type, { type: 'string' }) };
  return { ...request(name, spec), responses: { 200: file, ...requestErrors(spec) } };
}

function operation(name: string, spec: Endpoint): Json {
  return {
    ...request(name, spec),
    ...(spec.body && { requestBody: content('application/json', schemaOf(spec.body)) }),
    ...(spec.form && { requestBody: content('multipart/form-data', formSchema(spec.form, spec)) }),
    responses: {
      200: { description: 'Done', ...content('application/json', schemaOf(spec.response)) },
      ...requestErrors(spec),
      ...(spec.current && { 409: conflictResponse(spec.current) }),
      ...((spec.picture || spec.certificate) && {
        413: errorResponse('The file is too large.'),
        415: errorResponse('The content type or file type is not supported.'),
      }),
      ...Object.fromEntries(
        Object.entries(spec.errors ?? {}).map(([status, description]) => [status, errorResponse(description)]),
      ),
      ...Object.fromEntries(
        Object.entries(spec.otherResponses ?? {}).map(([status, description]) => [
          status,
          { description, ...content('application/json', schemaOf(spec.response)) },
        ]),
      ),
    },
  };
}

function parameters(location: 'path' | 'query' | 'header', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { pattern, ...parameter } = schemaOf(field);
    // The pattern of a number describes its text.
    const isText = parameter.type === 'string';
    const required = location === 'path';
    return { name, in: location, required, schema: isText && pattern ? { ...parameter, pattern } : parameter };
  });
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
