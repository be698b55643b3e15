// Images that carry more than an image: GPS data, scripts, other files, or too much of anything.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { SCRIPT } from './hostile-files.ts';
import { bytes, gif, gifOfFrames, good, jpeg, jpegWith, png, pngChunk, pngWith, webp } from './image-bytes.ts';

const exif = {
  IFD0: { Copyright: SCRIPT, Artist: 'Wren at home' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 9/1 42/1', GPSLongitudeRef: 'W', GPSLongitude: '121/1 36/1 36/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${SCRIPT}</rdf:RDF></x:xmpmeta>`;
const append = (file: Buffer, text: string) => Buffer.concat([file, bytes(text)]);

export const filesWithPayloads: Record<string, Buffer> = {
  'a JPEG with GPS coordinates': await good().withExif(exif).jpeg().toBuffer(),
  'a JPEG with XMP': await good().withXmp(xmp).jpeg().toBuffer(),
  'a JPEG with a color profile': await good().withIccProfile('p3').jpeg().toBuffer(),
  'a JPEG with a comment': jpegWith(0xfe, bytes(SCRIPT)),
  'a JPEG with a Photoshop block': jpegWith(0xed, bytes(`Photoshop 3.0\x008BIM${SCRIPT}`)),
  'a JPEG with a 64 kB segment': jpegWith(0xef, bytes(SCRIPT.repeat(2000))),
  'a JPEG with HTML appended': append(jpeg, `<html>${SCRIPT}</html>`),
  'a JPEG with a ZIP appended': append(jpeg, `PK\x03\x04${SCRIPT}`),
  'a JPEG with PHP appended': append(jpeg, `<?php ${SCRIPT} ?>`),
  'a CMYK JPEG': await good().toColourspace('cmyk').jpeg().toBuffer(),
  'a progressive JPEG': await good().jpeg({ progressive: true }).toBuffer(),
  'a PNG with a text chunk': pngWith(pngChunk('tEXt', bytes(`Comment\x00${SCRIPT}`))),
  'a PNG with 64 MB of compressed text': pngWith(
    pngChunk('zTXt', Buffer.concat([bytes('Comment\x00\x00'), deflateSync(Buffer.alloc(64 * 1024 * 1024, SCRIPT))])),
  ),
  'an animated PNG': pngWith(pngChunk('acTL', bytes('\x00\x00\x00\x02\x00\x00\x00\x00'))),
  'a PNG with EXIF': await good().withExif(exif).png().toBuffer(),
  'a PNG with an unknown chunk': pngWith(pngChunk('hoPs', bytes(SCRIPT))),
  'a PNG with an executable appended': append(png, `MZ\x90${SCRIPT}`),
  'a 16-bit PNG': await good().toColourspace('rgb16').png().toBuffer(),
  'a translucent grayscale PNG': await good().greyscale().ensureAlpha(0.4).png().toBuffer(),
  'an interlaced PNG': await good().png({ progressive: true }).toBuffer(),
  'a one-pixel PNG': await good(1, 1).png().toBuffer(),
  'a 1 x 9,000 pixel PNG': await good(1, 9000).png().toBuffer(),
  'a GIF with a comment': Buffer.concat([
    gif.subarray(0, -1),
    bytes(`\x21\xfe${String.fromCharCode(SCRIPT.length)}${SCRIPT}\x00\x3b`),
  ]),
  'a GIF with a script appended': append(gif, SCRIPT),
  'a GIF with 5,000 frames': gifOfFrames(5000),
  'a WebP with EXIF and XMP': await good().withExif(exif).withXmp(xmp).webp().toBuffer(),
  'a WebP with HTML appended': append(webp, SCRIPT),
  'an animated WebP': await sharp(gifOfFrames(20), { animated: true }).webp().toBuffer(),
  'an AVIF with EXIF': await good().withExif(exif).avif({ effort: 1 }).toBuffer(),
};
