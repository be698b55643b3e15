// A certificate of analysis: a PDF file, known by its first and last bytes, whatever its name or type say.
import { createHash } from 'node:crypto';
import { CERTIFICATE_MAX_BYTES } from '#contracts/certificates.ts';
import { tooLarge, unsupported } from '#server/http-errors.ts';

/** The name it is kept under; a file that is none is refused. */
export function certificateName(bytes: Buffer): string {
  if (bytes.length > CERTIFICATE_MAX_BYTES) throw tooLarge('The certificate may have 10 MB at most.');
  if (!HEAD.test(textOf(bytes.subarray(0, 10)))) throw unsupported('The certificate must be a PDF file.');
  if (!END.test(textOf(bytes.subarray(-1024))))
    throw unsupported('The certificate cannot be read: the file may be damaged.');
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.pdf`;
}

const HEAD = /^%PDF-[12]\.\d/;
/** A file that was cut off on its way has no end. */
const END = /startxref\s+\d+\s+%%EOF/;

const textOf = (bytes: Buffer) => bytes.toString('latin1');
