import { afterAll, expect, test } from 'vitest';
import { s3Settings, startFakeS3 } from '#server/testing/fake-s3.ts';
import { jpeg } from '#server/testing/image-bytes.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const s3 = await startFakeS3();
const shop = await openTestShop({
  settings: {
    S3_BUCKET: s3Settings.bucket,
    AWS_REGION: s3Settings.region,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ACCESS_KEY_ID: s3Settings.keyId,
    AWS_SECRET_ACCESS_KEY: s3Settings.secret,
    SECRETS_KEY: 'a'.repeat(64),
  },
});
afterAll(() => void s3.close());

const health = async () => (await shop.visitor.fetch('/healthz')).json();

test('while object storage is down, files get a clear 503, /healthz says so, and it recovers by itself', async () => {
  const wren = await shop.as('wren');
  const { data } = await wren.send('GET /api/products', {});
  const picture = data[0]?.image_url ?? '';
  expect(await health()).toEqual({ status: 'ok' });
  shop.expectError(/Object storage is not available/);
  s3.failing = true;

  const read = await shop.visitor.fetch(picture);
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(jpeg)]), 'cone.jpg');
  const upload = await wren.fetch('/api/admin/blogs/pictures', { method: 'POST', body: form });

  expect(read.status).toBe(503);
  expect(await read.text()).toContain('Pictures and files are not available right now.');
  expect([upload.status, (await upload.json()).message]).toEqual([
    503,
    'Pictures and files are not available right now. Please try again in a few minutes.',
  ]);
  expect(shop.logLines.filter((line) => line.includes('Object storage is not available.'))).toHaveLength(1);
  expect((await shop.visitor.fetch('/blogs')).status).toBe(200);
  expect(await health()).toEqual({ status: 'ok', files: 'unavailable' });

  s3.failing = false;
  await expect.poll(health).toEqual({ status: 'ok' });
  expect((await shop.visitor.fetch(picture)).status).toBe(200);
});
