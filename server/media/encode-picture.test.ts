import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePicture } from './encode-picture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#516f2b' } });

test('encodes every smaller width and the original width as AVIF and WebP, plus a JPEG', async () => {
  const { name, files } = await encodePicture(await plain(900, 600).png().toBuffer());

  expect(name).toMatch(/^[0-9a-f]{16}-900x600\.jpg$/);
  expect(files.map((file) => file.name.replace(/^[0-9a-f]+/, ''))).toEqual([
    '-900x600.jpg',
    '-900x600-400.avif',
    '-900x600-400.webp',
    '-900x600-800.avif',
    '-900x600-800.webp',
    '-900x600-900.avif',
    '-900x600-900.webp',
  ]);
});

test('removes camera metadata and applies the orientation', async () => {
  const original = await plain(300, 200)
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'secret place' } } })
    .jpeg()
    .toBuffer();

  const { name, files } = await encodePicture(original);

  expect(original.includes('secret place')).toBe(true);
  expect(name).toContain('-200x300.jpg');
  for (const { bytes } of files) {
    expect(bytes.includes('secret place')).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
});

test('scales down a very tall picture instead of rejecting it', async () => {
  const { name } = await encodePicture(await plain(500, 18_000).png().toBuffer());

  expect(name).toMatch(/-222x8000\.jpg$/);
});

test('uses the first frame of an animation', async () => {
  const gif = await plain(60, 40).gif().toBuffer();

  expect((await encodePicture(gif)).name).toMatch(/-60x40\.jpg$/);
});

test.each([
  ['a text', Buffer.from('hello'), 415, 'Images must be JPEG, PNG, WebP, AVIF or GIF files.'],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    415,
    'Images must be JPEG, PNG, WebP, AVIF or GIF files.',
  ],
  [
    'half a JPEG',
    (await plain(300, 200).jpeg().toBuffer()).subarray(0, 400),
    415,
    'We could not read this image. The file may be damaged.',
  ],
  [
    'a head without a body',
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    415,
    'We could not read this image. The file may be damaged.',
  ],
  [
    '49 megapixels in a small file',
    await plain(7000, 7000).png().toBuffer(),
    413,
    'Images can be up to 40 megapixels.',
  ],
])('rejects %s', async (_, file, status, message) => {
  await expect(encodePicture(file)).rejects.toMatchObject({ status, message });
});
