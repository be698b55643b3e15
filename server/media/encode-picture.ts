// One picture in, all its files out: turned upright, scaled, re-encoded, without metadata.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { LARGEST_WIDTH, storedPicture } from '../../contracts/pictures.ts';
import { unsupported } from '../problems.ts';

export type PictureFiles = { name: string; files: { name: string; bytes: Buffer }[] };

const MAX_PIXELS = 40_000_000;
const NOT_A_PICTURE = 'The picture must be a JPEG, PNG, WebP, AVIF or GIF file.';

export async function encodePicture(original: Buffer): Promise<PictureFiles> {
  if (!looksLikeAPicture(original)) throw unsupported(NOT_A_PICTURE);
  const base = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: LARGEST_WIDTH, withoutEnlargement: true })
    .flatten({ background: '#f7f1e3' });
  const { data, info } = await base
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw Object.assign(unsupported(NOT_A_PICTURE), { cause });
    });
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 16);
  const name = `${hash}-${info.width}x${info.height}.jpg`;
  const stored = storedPicture(name);
  const files = [{ name, bytes: data }];
  for (const width of stored?.widths ?? []) {
    const scaled = base.clone().resize({ width });
    files.push({
      name: `${stored?.file(width, 'avif')}`,
      bytes: await scaled.clone().avif({ quality: 50, effort: 1 }).toBuffer(),
    });
    files.push({
      name: `${stored?.file(width, 'webp')}`,
      bytes: await scaled.clone().webp({ quality: 74, effort: 2 }).toBuffer(),
    });
  }
  return { name, files };
}

/** By content, never by name or declared type; SVG and the rest never reach a decoder. */
function looksLikeAPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF....WEBP/s.test(head) ||
    /^....ftypavi[fs]/s.test(head)
  );
}
