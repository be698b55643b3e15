// Lot certificates: recognized by content, stored like pictures, and served as downloads.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CERTIFICATE_MAX_BYTES } from '#contracts/certificates.ts';
import { notPictures } from '#server/testing/hostile-files.ts';
import { lot, pdf } from '#server/testing/lot-fixtures.ts';
import { picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const wren = await shop.as('wren');
const params = { id: 1 };
const MEGABYTE = 1024 * 1024;

const storedFiles = () => readdir(join(shop.tempShop.dataDir, 'uploads/certificates')).catch(() => []);
const countLots = async () => (await wren.send('GET /api/products/admin/:id/lots', { params })).data.length;

async function upload(file: Buffer, number: string, { name = 'lab.pdf', type = 'application/pdf' } = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...lot, number })) form.set(field, String(value));
  form.set('certificate', new Blob([new Uint8Array(file)], { type }), name);
  const response = await wren.fetch('/api/products/admin/1/lots', { method: 'POST', body: form });
  return { status: response.status, body: await response.json() };
}

const rejectedFiles: [name: string, file: Buffer, status: number, text: string][] = [
  ['a picture', picture, 415, 'The certificate must be a PDF file.'],
  ...Object.entries(notPictures)
    .filter(([, file]) => !file.subarray(0, 5).equals(Buffer.from('%PDF-')))
    .map(([name, file]): [string, Buffer, number, string] => [name, file, 415, 'The certificate must be a PDF file.']),
  ['a PDF appended to HTML', Buffer.concat([Buffer.from('<script>1</script>'), pdf('x')]), 415, 'must be a PDF'],
  ['a truncated PDF', pdf('x').subarray(0, 30), 415, 'We could not read this certificate'],
  ['more than 10 MB', pdf('x'.repeat(CERTIFICATE_MAX_BYTES)), 413, 'Certificates can be up to 10 MB.'],
];

test.each(rejectedFiles)('rejects %s whatever its name or type, and stores nothing', async (_, file, status, text) => {
  const before = [await storedFiles(), await countLots()];

  const response = await upload(file, 'C-1');

  expect([response.status, response.body.message]).toEqual([status, expect.stringContaining(text)]);
  expect([await storedFiles(), await countLots()]).toEqual(before);
});

test('stores a PDF unchanged under its content hash and serves it as an immutable download', async () => {
  const { body } = await upload(pdf('analysis'), 'C-2', { name: '../../x.html', type: 'text/html' });
  const again = await upload(pdf('analysis'), 'C-3');

  const response = await shop.visitor.fetch(body.data.certificate_url);

  expect(again.body.data.certificate_url).toBe(body.data.certificate_url);
  expect(await storedFiles()).toHaveLength(1);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf('analysis'));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const etag = response.headers.get('etag') ?? '';
  const repeated = await shop.visitor.fetch(body.data.certificate_url, { headers: { 'if-none-match': etag } });
  expect(repeated.status).toBe(304);
});

test.each([
  '/uploads/certificates/00000000000000000000000000000000.pdf',
  '/uploads/certificates/..%2F..%2Fshop.db',
  '/uploads/certificates/x.pdf',
])('returns 404 for %s', async (path) => {
  expect((await shop.visitor.fetch(path)).status).toBe(404);
});

test('slow readers share a limit and little memory, and give their place back', async () => {
  const file = pdf('x'.repeat(9 * MEGABYTE));
  const path: string = (await upload(file, 'C-4')).body.data.certificate_url;
  const memory = () => process.memoryUsage().arrayBuffers;
  const before = memory();
  const request = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

  const readers = await Promise.all(Array.from({ length: 150 }, () => readHead(request)));

  const statuses = Map.groupBy(readers, ({ status }) => status);
  expect([statuses.get('200')?.length, statuses.get('503')?.length]).toEqual([50, 100]);
  expect(memory() - before).toBeLessThan(100 * MEGABYTE);
  for (const { socket } of readers) socket.destroy();
  await expect.poll(async () => (await shop.visitor.fetch(path, { method: 'HEAD' })).status).toBe(200);
  expect(Buffer.from(await (await shop.visitor.fetch(path)).arrayBuffer()).equals(file)).toBe(true);
});

test('clients that leave at once give their place back too', async () => {
  const path: string = (await upload(pdf('left'), 'C-5')).body.data.certificate_url;
  const { port } = new URL(shop.url);

  for (let round = 0; round < 200; round += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }

  await expect.poll(async () => (await shop.visitor.fetch(path, { method: 'HEAD' })).status).toBe(200);
});

/** Reads the first bytes of the response, then nothing. */
async function readHead(request: string) {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1').on('error', () => {});
  socket.write(request);
  const [head] = await once(socket, 'data');
  socket.pause();
  return { socket, status: String(head).slice(9, 12) };
}
