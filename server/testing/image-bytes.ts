// Image files built or modified byte by byte, for what no image program would write.
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A valid image with a gradient, so it does not compress to nothing. */
export function good(width = 64, height = 48): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7 + (index >> 6)) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export const [jpeg, png, webp, avif, gif] = await Promise.all([
  good().jpeg().toBuffer(),
  good().png().toBuffer(),
  good().webp().toBuffer(),
  good().avif({ effort: 1 }).toBuffer(),
  good().gif().toBuffer(),
]);

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([bytes(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const SIGNATURE = 8;
const HEADER_CHUNK = 25;

/** The good PNG with an extra chunk after its header. */
export function pngWith(chunk: Buffer): Buffer {
  const head = SIGNATURE + HEADER_CHUNK;
  return Buffer.concat([png.subarray(0, head), chunk, png.subarray(head)]);
}

/** The good PNG with a different claimed size. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(SIGNATURE + 8, SIGNATURE + 8 + 13));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, SIGNATURE), pngChunk('IHDR', header), png.subarray(SIGNATURE + HEADER_CHUNK)]);
}

type WholePng = { width: number; height: number; bits: 8 | 16; channels: 3 | 4 };

/** A PNG with all the pixels it claims, each of them 0. */
export function blankPng({ width, height, bits, channels }: WholePng): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bits, 8);
  header.writeUInt8(channels === 3 ? 2 : 6, 9);
  const rows = deflateSync(Buffer.alloc((1 + (width * channels * bits) / 8) * height));
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([png.subarray(0, SIGNATURE), ...chunks]);
}

/** The good JPEG with a different claimed size. */
export function jpegOf(width: number, height: number): Buffer {
  const patched = Buffer.from(jpeg);
  const frame = patched.indexOf(bytes('\xff\xc0'));
  patched.writeUInt16BE(height, frame + 5);
  patched.writeUInt16BE(width, frame + 7);
  return patched;
}

/** The good JPEG with an extra segment at the start. */
export function jpegWith(marker: number, data: Buffer): Buffer {
  const frame = Buffer.from([0xff, marker, 0, 0]);
  frame.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), frame, data, jpeg.subarray(2)]);
}

/** The good GIF with a different claimed canvas and frame size. */
export function gifOf(width: number, height: number): Buffer {
  const patched = Buffer.from(gif);
  const frame = patched.indexOf(bytes('\x2c\x00\x00\x00\x00')) + 5;
  for (const offset of [6, frame]) {
    patched.writeUInt16LE(width, offset);
    patched.writeUInt16LE(height, offset + 2);
  }
  return patched;
}

/** An AVIF that claims a different size than it has. */
export function avifOf(width: number, height: number, original = avif): Buffer {
  const patched = Buffer.from(original);
  const size = patched.indexOf('ispe') + 8;
  patched.writeUInt32BE(width, size);
  patched.writeUInt32BE(height, size + 4);
  return patched;
}

/** The good WebP with a different claimed size. */
export function webpOf(width: number, height: number): Buffer {
  const patched = Buffer.from(webp);
  const frame = patched.indexOf(bytes('\x9d\x01\x2a')) + 3;
  patched.writeUInt16LE(width, frame);
  patched.writeUInt16LE(height, frame + 2);
  return patched;
}

/** A GIF with many one-pixel frames. */
export function gifOfFrames(count: number): Buffer {
  const frame = bytes('\x21\xf9\x04\x04\x02\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x4c\x01\x00');
  const head = bytes('GIF89a\x08\x00\x08\x00\x80\x00\x00\x51\x6f\x2b\xe6\xaa\x33');
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), bytes('\x3b')]);
}
