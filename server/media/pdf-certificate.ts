// A certificate of analysis: a PDF file, known by its first and last bytes, whatever its name or type say.
import { createHash } from 'node:crypto';
import { CERTIFICATE_MAX_BYTES } from '#contracts/certificates.ts';
import { payloadTooLarge, unsupportedMediaType } from '#server/http-errors.ts';

/** The name it is kept under; a file that is none is refused. */
export function certificateFileName(bytes: Buffer): string {
  if (bytes.length > CERTIFICATE_MAX_BYTES) throw payloadTooLarge('The certificate may have 10 MB at most.');
  if (!PDF_HEADER.test(textOf(bytes.subarray(0, 10))))
    throw unsupportedMediaType('The certificate must be a PDF file.');
  if (!PDF_TRAILER.test(textOf(bytes.subarray(-1024))))
    throw unsupportedMediaType('The certificate cannot be read: the file may be damaged.');
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.pdf`;
}

const PDF_HEADER = /^%PDF-[12]\.\d/;
/** A file that was cut off on its way has no end. */
const PDF_TRAILER = /startxref\s+\d+\s+%%EOF/;

const textOf = (bytes: Buffer) => bytes.toString('latin1');
