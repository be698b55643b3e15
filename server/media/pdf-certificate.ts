// Certificates of analysis: PDF files, recognized by their first and last bytes, not by name or declared type.
import { createHash } from 'node:crypto';
import { CERTIFICATE_MAX_BYTES } from '#contracts/certificates.ts';
import { payloadTooLarge, unsupportedMediaType } from '#server/http-errors.ts';

/** Returns the name to store it under; throws if the file is not a PDF. */
export function certificateFileName(bytes: Buffer): string {
  if (bytes.length > CERTIFICATE_MAX_BYTES) throw payloadTooLarge('Certificates can be up to 10 MB.');
  if (!PDF_HEADER.test(textOf(bytes.subarray(0, 10))))
    throw unsupportedMediaType('The certificate must be a PDF file.');
  if (!PDF_TRAILER.test(textOf(bytes.subarray(-1024))))
    throw unsupportedMediaType('We could not read this certificate. The file may be damaged.');
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.pdf`;
}

const PDF_HEADER = /^%PDF-[12]\.\d/;
/** A truncated file has no trailer. */
const PDF_TRAILER = /startxref\s+\d+\s+%%EOF/;

const textOf = (bytes: Buffer) => bytes.toString('latin1');
