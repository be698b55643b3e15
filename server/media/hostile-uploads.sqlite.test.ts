// Hostile files uploaded as product pictures: rejected, or reduced to their pixels.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { storedPicture } from '#contracts/pictures.ts';
import { filesWithPayloads } from '#server/testing/files-with-payloads.ts';
import { broken, notPictures, SCRIPT, tooLargePictures } from '#server/testing/hostile-files.ts';
import { blankPng, good, jpeg, png } from '#server/testing/image-bytes.ts';
import { cascade } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const wren = await shop.as('wren');

const listUploads = () => readdir(join(shop.tempShop.dataDir, 'uploads/products'));
const countProducts = async () => (await shop.visitor.send('GET /api/products')).data.length;

async function upload(file: Buffer, { name = 'hop.jpg', type = 'image/jpeg' } = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(cascade)) form.set(field, String(value));
  form.set('image', new Blob([new Uint8Array(file)], { type }), name);
  const response = await wren.fetch('/api/products/admin', { method: 'POST', body: form });
  return { status: response.status, body: await response.json() };
}

/** All files of a stored picture, as served to visitors. */
async function storedFiles(image_url: string): Promise<Buffer[]> {
  const stored = storedPicture(image_url);
  const names = stored?.widths.flatMap((width) => [stored.file(width, 'avif'), stored.file(width, 'webp')]) ?? [];
  return Promise.all(
    [image_url, ...names].map(async (name) => {
      const response = await shop.visitor.fetch(name);
      expect([name, response.status]).toEqual([name, 200]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      return Buffer.from(await response.arrayBuffer());
    }),
  );
}

const rejectedFiles = [
  ...Object.entries(notPictures).map(([name, file]) => ({ name, file, status: 415, text: /must be JPEG, PNG/ })),
  ...Object.entries(broken).map(([name, file]) => ({ name, file, status: 415, text: /could not read/ })),
  ...Object.entries(tooLargePictures).map(([name, file]) => ({ name, file, status: 413, text: /up to/ })),
  { name: 'an empty file', file: Buffer.alloc(0), status: 415, text: /JPEG/ },
];

test.each(rejectedFiles)('rejects $name with $status', async ({ file, status, text }) => {
  const before = [await listUploads(), await countProducts()];

  const response = await upload(file);

  expect([response.status, response.body.message]).toEqual([status, expect.stringMatching(text)]);
  expect([await listUploads(), await countProducts()]).toEqual(before);
});

const LINE = { width: 40_000_000, height: 1 };
const MB = 1024 * 1024;

test.each([
  { name: 'RGB with 8 bits', file: blankPng({ ...LINE, bits: 8, channels: 3 }) },
  { name: 'RGBA with 16 bits', file: blankPng({ ...LINE, bits: 16, channels: 4 }) },
])('rejects one row of 40 million pixels, $name, and takes little memory', async ({ file }) => {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);

  const response = await upload(file).finally(() => clearInterval(watch));

  expect((peak - before) / MB).toBeLessThan(500);
  expect([response.status, response.body.message]).toEqual([413, 'Images can be up to 20,000 pixels wide or high.']);
});

test.each(Object.entries(filesWithPayloads))('keeps only the pixels of %s', async (_, file) => {
  const { status, body } = await upload(file);

  expect([status, body.message]).toEqual([200, undefined]);
  for (const bytes of await storedFiles(body.data.image_url)) {
    const { exif, xmp, icc, iptc, comments, pages = 1, width } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, comments, pages }).toEqual({ pages: 1 });
    expect(width).toBeGreaterThan(0);
    for (const trace of [SCRIPT, 'alert(', 'Wren at home', 'GPS', 'xmpmeta', 'Photoshop', 'PK\x03\x04', '<?php'])
      expect([trace, bytes.includes(Buffer.from(trace, 'latin1'))]).toEqual([trace, false]);
    expect(bytes.equals(file)).toBe(false);
  }
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('turns a photo with EXIF orientation %d upright', async (orientation) => {
  const turned = await good(90, 30).withMetadata({ orientation }).jpeg().toBuffer();

  const { body } = await upload(turned);

  expect(body.data.image_url).toMatch(orientation > 4 ? /-30x90\.jpg$/ : /-90x30\.jpg$/);
});

test.each([
  '../../../etc/cron.d/hop.jpg',
  '..\\..\\windows\\hop.exe',
  '/etc/passwd',
  'hop.php',
  'hop.jpg.html',
  '.htaccess',
  '%2e%2e%2fhop.jpg',
  'hop\u202egpj.exe',
  `${SCRIPT}.jpg`,
  'x'.repeat(3000),
  'CON',
])('ignores the file name %j', async (name) => {
  const before = await listUploads();

  const { status, body } = await upload(png, { name });

  expect([status, body.data.image_url]).toEqual([
    200,
    expect.stringMatching(/^\/uploads\/products\/[0-9a-f]{16}-64x48\.jpg$/),
  ]);
  const added = (await listUploads()).filter((file) => !before.includes(file));
  expect(added.every((file) => /^[0-9a-f]{16}-64x48(-64\.(avif|webp)|\.jpg)$/.test(file))).toBe(true);
});

test.each(['text/html', 'image/svg+xml', 'application/x-php', 'application/octet-stream', 'nonsense'])(
  'ignores the declared type %s',
  async (type) => {
    const { body } = await upload(jpeg, { type });

    const picture = await shop.visitor.fetch(body.data.image_url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await upload(Buffer.from(SCRIPT), { type: 'image/png' })).status).toBe(415);
  },
);

test('rejects a form with two files', async () => {
  const form = new FormData();
  for (const [field, value] of Object.entries(cascade)) form.set(field, String(value));
  for (const name of ['one.png', 'two.png']) form.append('image', new Blob([new Uint8Array(png)]), name);

  expect((await wren.fetch('/api/products/admin', { method: 'POST', body: form })).status).toBe(413);
});

test('handles many concurrent uploads, good and bad', async () => {
  const files = [png, jpeg, Buffer.from('no'), png, Buffer.from('neither'), jpeg];

  const responses = await Promise.all(files.map((file) => upload(file)));

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 415, 200, 415, 200]);
});
