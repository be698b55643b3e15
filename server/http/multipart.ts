// Multipart forms: text fields and at most one file, an image in 'image' or a PDF in 'certificate'.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CERTIFICATE_MAX_BYTES } from '#contracts/certificates.ts';
import { PICTURE_MAX_BYTES } from '#contracts/pictures.ts';
import { HttpError, payloadTooLarge, unsupportedMediaType } from '#server/http-errors.ts';

export type Upload = { bytes: Buffer };
type Form = { fields: Record<string, string>; picture: Upload | undefined; certificate: Upload | undefined };

export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fieldNameSize: 100,
      fieldSize: 1024 * 1024,
      fields: 40,
      fileSize: Math.max(PICTURE_MAX_BYTES, CERTIFICATE_MAX_BYTES),
      files: 1,
      parts: 41,
    },
  });
}

export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw unsupportedMediaType('Send the form as multipart/form-data.');
  try {
    return await Promise.race([readParts(request), rejectIfUnfinished(request)]);
  } catch (error) {
    throw toFormError(error);
  }
}

async function readParts(request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: {}, picture: undefined, certificate: undefined };
  let reading: keyof typeof tooLargeTexts = 'file';
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const kind = files[part.fieldname];
        reading = kind ?? 'file';
        const bytes = await part.toBuffer();
        // An empty file field has no name either. An empty file with a name is refused for its content.
        if (kind && (bytes.length > 0 || part.filename)) form[kind] = { bytes };
      } else if (part.valueTruncated) {
        throw payloadTooLarge(`The field ${part.fieldname} is too long.`);
      } else if (typeof part.value === 'string') {
        form.fields[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    // Thrown by the file or by the parts after it, whichever is read first.
    throw codeOf(error) === 'FST_REQ_FILE_TOO_LARGE' ? payloadTooLarge(tooLargeTexts[reading]) : error;
  }
  return form;
}

/** Plenty of time to parse a form that has fully arrived. */
const PARSE_TIMEOUT_MS = 2000;

/** The parser waits forever for a part whose headers never end. */
function rejectIfUnfinished({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => setTimeout(() => reject(new Error('The form never ended.')), PARSE_TIMEOUT_MS).unref();
    if (raw.readableEnded) giveUp();
    else raw.once('end', giveUp);
  });
}

const tooLargeTexts = {
  file: 'Files can be up to 10 MB.',
  picture: 'Images can be up to 10 MB.',
  certificate: 'Certificates can be up to 10 MB.',
};

const files: Record<string, 'picture' | 'certificate'> = { image: 'picture', certificate: 'certificate' };

const LIMIT_CODES = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'];

function toFormError(error: unknown): unknown {
  if (error instanceof HttpError || LIMIT_CODES.includes(codeOf(error))) return error;
  return new HttpError(400, 'We could not read the form.');
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
