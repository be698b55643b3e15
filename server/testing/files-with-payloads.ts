// Pictures that carry more than a picture: where it was taken, scripts, other files, too much of anything.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { SCRIPT } from './hostile-files.ts';
import { bytes, gif, gifOfFrames, good, jpeg, jpegWith, png, pngChunk, pngWith, webp } from './image-bytes.ts';

const exif = {
  IFD0: { Copyright: SCRIPT, Artist: 'Wren at home' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 9/1 42/1', GPSLongitudeRef: 'W', GPSLongitude: '121/1 36/1 36/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${SCRIPT}</rdf:RDF></x:xmpmeta>`;
const behind = (file: Buffer, more: string) => Buffer.concat([file, bytes(more)]);

export const filesWithPayloads: Record<string, Buffer> = {
  'a JPEG with the place it was taken at': await good().withExif(exif).jpeg().toBuffer(),
  'a JPEG with XMP': await good().withXmp(xmp).jpeg().toBuffer(),
  'a JPEG with a colour profile': await good().withIccProfile('p3').jpeg().toBuffer(),
  'a JPEG with a comment': jpegWith(0xfe, bytes(SCRIPT)),
  'a JPEG with a Photoshop block': jpegWith(0xed, bytes(`Photoshop 3.0\x008BIM${SCRIPT}`)),
  'a JPEG with a segment of 64 kB': jpegWith(0xef, bytes(SCRIPT.repeat(2000))),
  'a JPEG with HTML behind it': behind(jpeg, `<html>${SCRIPT}</html>`),
  'a JPEG with a ZIP behind it': behind(jpeg, `PK\x03\x04${SCRIPT}`),
  'a JPEG with PHP behind it': behind(jpeg, `<?php ${SCRIPT} ?>`),
  'a JPEG in the colours of a printer': await good().toColourspace('cmyk').jpeg().toBuffer(),
  'a JPEG in many passes': await good().jpeg({ progressive: true }).toBuffer(),
  'a PNG with a text': pngWith(pngChunk('tEXt', bytes(`Comment\x00${SCRIPT}`))),
  'a PNG with 64 MB of packed text': pngWith(
    pngChunk('zTXt', Buffer.concat([bytes('Comment\x00\x00'), deflateSync(Buffer.alloc(64 * 1024 * 1024, SCRIPT))])),
  ),
  'an animated PNG': pngWith(pngChunk('acTL', bytes('\x00\x00\x00\x02\x00\x00\x00\x00'))),
  'a PNG with EXIF': await good().withExif(exif).png().toBuffer(),
  'a PNG with a chunk nobody knows': pngWith(pngChunk('hoPs', bytes(SCRIPT))),
  'a PNG with a program behind it': behind(png, `MZ\x90${SCRIPT}`),
  'a PNG of 16 bits': await good().toColourspace('rgb16').png().toBuffer(),
  'a grey PNG one can see through': await good().greyscale().ensureAlpha(0.4).png().toBuffer(),
  'an interlaced PNG': await good().png({ progressive: true }).toBuffer(),
  'a PNG of one pixel': await good(1, 1).png().toBuffer(),
  'a PNG of one pixel by 9,000': await good(1, 9000).png().toBuffer(),
  'a GIF with a comment': Buffer.concat([
    gif.subarray(0, -1),
    bytes(`\x21\xfe${String.fromCharCode(SCRIPT.length)}${SCRIPT}\x00\x3b`),
  ]),
  'a GIF with a script behind it': behind(gif, SCRIPT),
  'a GIF of 5,000 frames': gifOfFrames(5000),
  'a WebP with EXIF and XMP': await good().withExif(exif).withXmp(xmp).webp().toBuffer(),
  'a WebP with HTML behind it': behind(webp, SCRIPT),
  'an animated WebP': await sharp(gifOfFrames(20), { animated: true }).webp().toBuffer(),
  'an AVIF with EXIF': await good().withExif(exif).avif({ effort: 1 }).toBuffer(),
};
