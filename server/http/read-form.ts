// A multipart form: its fields, and at most one picture in the field 'image'.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PICTURE_MAX_BYTES } from '../../contracts/pictures.ts';
import { Problem, tooLarge, unsupported } from '../problems.ts';

export type Upload = { bytes: Buffer };
type Form = { fields: Record<string, string>; picture: Upload | undefined };

export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fieldNameSize: 100,
      fieldSize: 1024 * 1024,
      fields: 40,
      fileSize: PICTURE_MAX_BYTES,
      files: 1,
      parts: 41,
    },
  });
}

export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw unsupported('Send the form as multipart/form-data.');
  const form: Form = { fields: {}, picture: undefined };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (part.fieldname === 'image' && bytes.length > 0) form.picture = { bytes };
      } else if (part.valueTruncated) {
        throw tooLarge(`The field ${part.fieldname} is too long.`);
      } else if (typeof part.value === 'string') {
        form.fields[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    throw formProblem(error);
  }
  return form;
}

const TOO_MUCH = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'];

function formProblem(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge('The picture may have 10 MB at most.');
  if (error instanceof Problem || TOO_MUCH.includes(code)) return error;
  return new Problem(400, 'The form could not be read.');
}
