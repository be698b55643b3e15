// Turns an image into all its stored files: oriented, scaled, re-encoded, without metadata.
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { MAX_WIDTH, type StoredPicture, storedPicture } from '#contracts/pictures.ts';
import { payloadTooLarge, unsupportedMediaType } from '#server/http-errors.ts';

type File = { name: string; bytes: Buffer };
export type PictureFiles = { name: string; files: File[] };

const MAX_PIXELS = 40_000_000;
/** The decoder holds whole rows several times over: a single row of 40 million pixels took gigabytes. */
const MAX_SIDE = 20_000;
/** Keeps every size within the limits of AVIF and WebP. */
const MAX_HEIGHT = 8000;
/** A file can be crafted so that decoding it takes forever. */
const TIMEOUT_SECONDS = 20;

export async function encodePicture(original: Buffer): Promise<PictureFiles> {
  if (!hasPictureSignature(original)) throw unsupportedFormat();
  try {
    // Read only the header: a few bytes can claim an image that would fill the memory.
    const { width, height, format, compression } = await sharp(original, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) throw payloadTooLarge('Images can be up to 40 megapixels.');
    if (Math.max(width, height) > MAX_SIDE) throw payloadTooLarge('Images can be up to 20,000 pixels wide or high.');
    // HEIC photos use the same container as AVIF.
    if (format === 'heif' && compression !== 'av1') throw unsupportedFormat();
    return await encodeAll(original);
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    throw Object.assign(unsupportedMediaType('We could not read this image. The file may be damaged.'), {
      cause: error,
    });
  }
}

const unsupportedFormat = () => unsupportedMediaType('Images must be JPEG, PNG, WebP, AVIF or GIF files.');

async function encodeAll(original: Buffer): Promise<PictureFiles> {
  const base = await decode(original);
  const { data, info } = await base.clone().jpeg({ quality: 80, mozjpeg: true }).toBuffer({ resolveWithObject: true });
  const name = `${pictureHash(original)}-${info.width}x${info.height}.jpg`;
  const stored = storedPicture(name);
  const files: File[] = [{ name, bytes: data }];
  for (const width of stored?.widths ?? []) if (stored) files.push(...(await encodeWidth(base, stored, width)));
  return { name, files };
}

/** Decodes once, to raw pixels at the largest stored size. Nothing else of the file survives. */
async function decode(original: Buffer): Promise<Sharp> {
  const { data, info } = await sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#f7f1e3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

async function encodeWidth(base: Sharp, stored: StoredPicture, width: number): Promise<File[]> {
  const scaled = base.clone().resize({ width });
  return [
    { name: stored.file(width, 'avif'), bytes: await scaled.clone().avif({ quality: 50, effort: 1 }).toBuffer() },
    { name: stored.file(width, 'webp'), bytes: await scaled.clone().webp({ quality: 74, effort: 2 }).toBuffer() },
  ];
}

/** Bump this when the settings above change: every picture then gets a new name. */
const ENCODING_VERSION = '1';

export function pictureHash(original: Buffer): string {
  return createHash('sha256').update(ENCODING_VERSION).update(original).digest('hex').slice(0, 16);
}

/** Checks the content, never the name or declared type. SVG and other formats never reach a decoder. */
function hasPictureSignature(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF....WEBP/s.test(head) ||
    /^....ftyp(avif|avis|mif1|msf1)/s.test(head)
  );
}
