// Files that are not images, corrupt images, and images that claim to be larger than memory.
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { avif, avifOf, bytes, gif, gifOf, good, jpeg, jpegOf, png, pngOf, webp, webpOf } from './image-bytes.ts';

export const SCRIPT = '<script>alert("hop")</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const half = (file: Buffer) => file.subarray(0, file.length / 2);
const corruptPixels = (file: Buffer) => {
  const corrupt = Buffer.from(file);
  corrupt.fill(0x55, Math.floor(file.length * 0.6), Math.floor(file.length * 0.8));
  return corrupt;
};
const wide = await sharp({ create: { width: 6500, height: 6500, channels: 3, background: '#516f2b' } })
  .avif({ effort: 0, quality: 20 })
  .toBuffer();
const TEN_MB = 10 * 1024 * 1024;

export const notPictures: Record<string, Buffer> = {
  'one byte': bytes('\xff'),
  'plain text': bytes('hops'),
  'an HTML page': bytes(`<!doctype html><html>${SCRIPT}</html>`),
  'a UTF-16 HTML page': Buffer.from(`\ufeff<html>${SCRIPT}</html>`, 'utf16le'),
  'an SVG': bytes(svg),
  'an SVG that reads a file': bytes(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
  ),
  'a gzipped SVG': gzipSync(svg),
  'a PDF': bytes('%PDF-1.7\n1 0 obj\n<< /JS (app.alert(1)) >>'),
  'a PostScript file': bytes('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n'),
  'a ZIP archive': bytes('PK\x03\x04\x14\x00\x00\x00\x08\x00'),
  'a 7z archive': bytes('7z\xbc\xaf\x27\x1c\x00\x04'),
  'a Windows executable': bytes(`MZ\x90\x00\x03${'\x00'.repeat(60)}PE\x00\x00`),
  'a Linux executable': bytes('\x7fELF\x02\x01\x01'),
  'a WebAssembly module': bytes('\x00asm\x01\x00\x00\x00'),
  'a shell script': bytes('#!/bin/sh\nrm -rf /\n'),
  'a PHP script': bytes('<?php system($_GET["c"]); ?>'),
  'a JSON file': bytes('{"image": true}'),
  'a BMP': bytes(`BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00${'\x00'.repeat(44)}`),
  'a TIFF': await good().tiff().toBuffer(),
  'an icon': bytes('\x00\x00\x01\x00\x01\x00\x10\x10'),
  'a PPM': bytes(`P6\n2 2\n255\n${'x'.repeat(12)}`),
  'a Photoshop file': bytes('8BPS\x00\x01\x00\x00'),
  'a JPEG 2000': bytes('\x00\x00\x00\x0cjP  \r\n\x87\n'),
  'a JPEG XL': bytes('\x00\x00\x00\x0cJXL \r\n\x87\n'),
  'a HEIC photo': bytes('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic'),
  'a video': bytes('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2'),
  'a sound file': bytes('RIFF\x24\x00\x00\x00WAVEfmt '),
  'an AVI video': bytes('RIFF\x24\x00\x00\x00AVI LIST'),
};

export const broken: Record<string, Buffer> = {
  'the first bytes of a JPEG': jpeg.subarray(0, 4),
  'the first bytes of a PNG': png.subarray(0, 8),
  'the first bytes of a GIF': gif.subarray(0, 6),
  'the first bytes of a WebP': webp.subarray(0, 12),
  'the first bytes of an AVIF': avif.subarray(0, 24),
  'half a JPEG': half(jpeg),
  'half a PNG': half(png),
  'half a WebP': half(webp),
  'half an AVIF': half(avif),
  'half a GIF': half(gif),
  'a PNG with corrupt pixels': corruptPixels(png),
  'a PNG of size zero': pngOf(0, 0),
  'a PNG with a bad header checksum': Buffer.concat([png.subarray(0, 30), bytes('\x00'), png.subarray(31)]),
  'HTML with a JPEG signature': bytes(`\xff\xd8\xff\xe0<html>${SCRIPT}</html>`),
  'PHP with a PNG signature': bytes('\x89PNG\r\n\x1a\n<?php system("id"); ?>'),
  'a script that starts like a GIF': bytes('GIF89a=1;alert("hop");//'),
  'HTML in a WebP container': bytes(`RIFF\x40\x00\x00\x00WEBP<html>${SCRIPT}</html>`),
  'HEIC in an AVIF container': bytes('\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic'),
  'an AVIF that claims 100 pixels and has 42 million': avifOf(10, 10, wide),
};

export const tooLargePictures: Record<string, Buffer> = {
  'a JPEG that claims 4,290 megapixels': jpegOf(65_500, 65_500),
  'a JPEG that claims 50 megapixels': jpegOf(10_000, 5_000),
  'a PNG that claims 900 megapixels': pngOf(30_000, 30_000),
  'a PNG that claims a million by a million pixels': pngOf(1_000_000, 1_000_000),
  'a GIF that claims 4,294 megapixels': gifOf(65_535, 65_535),
  'a WebP that claims 268 megapixels': webpOf(16_383, 16_383),
  'an AVIF that claims 1,600 megapixels': avifOf(40_000, 40_000),
  '42 megapixels in a small AVIF': wide,
  '49 megapixels in a small PNG': await sharp({
    create: { width: 7000, height: 7000, channels: 3, background: '#000' },
  })
    .png()
    .toBuffer(),
  'one byte over 10 MB': Buffer.concat([jpeg, Buffer.alloc(TEN_MB + 1 - jpeg.length)]),
  '30 MB of zeros': Buffer.alloc(30 * 1024 * 1024),
};
