import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { s3Settings, startFakeS3 } from '#server/testing/fake-s3.ts';
import { s3Storage } from './s3-storage.ts';
import { diskStorage } from './storage.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'storage-'));
const s3 = await startFakeS3();
afterAll(async () => {
  s3.close();
  await rm(dataDir, { recursive: true });
});

const storages = {
  disk: diskStorage(dataDir),
  'object storage': s3Storage({ ...s3Settings, endpoint: s3.endpoint }),
};

describe.each(Object.entries(storages))('pictures on %s', (_, storage) => {
  test('reads what was written, in its folder only', async () => {
    await storage.write('blogs', 'ab-1x1.jpg', Buffer.from('cone'));

    expect((await storage.read('blogs', 'ab-1x1.jpg'))?.toString()).toBe('cone');
    expect(await storage.read('products', 'ab-1x1.jpg')).toBeUndefined();
  });

  test('lists everything in a folder and nothing else', async () => {
    const names = ['a', 'b', 'c', 'd'].map((letter) => `${letter}-1x1.jpg`);
    for (const name of names) await storage.write('products', name, Buffer.from(name));

    expect(new Set(await storage.list('products'))).toEqual(new Set(names));
  });

  test('streams a file with its size', async () => {
    await storage.write('certificates', 'ab.pdf', Buffer.from('analysis'));

    const file = await storage.open('certificates', 'ab.pdf');

    expect([file?.bytes, file && (await text(file.stream))]).toEqual([8, 'analysis']);
  });

  test('a missing file is undefined', async () => {
    expect(await storage.open('certificates', 'none.pdf')).toBeUndefined();
    expect(await storage.read('blogs', 'none-1x1.jpg')).toBeUndefined();
  });
});

test('the disk storage leaves no partial file under a final name', async () => {
  expect(await readdir(join(dataDir, 'uploads/blogs'))).toEqual(['ab-1x1.jpg']);
});

test('a failing object storage is an error, not a missing file', async () => {
  s3.failing = true;

  await expect(storages['object storage'].write('blogs', 'cd-1x1.jpg', Buffer.from('x'))).rejects.toThrow(
    'returned 500',
  );
  await expect(storages['object storage'].read('blogs', 'ab-1x1.jpg')).rejects.toThrow('returned 500');
  s3.failing = false;
});

test('the object storage rejects a wrong secret', async () => {
  const wrong = s3Storage({ ...s3Settings, secret: 'guessed', endpoint: s3.endpoint });

  await expect(wrong.write('blogs', 'ef-1x1.jpg', Buffer.from('x'))).rejects.toThrow('returned 403');
});

test('a request to the object storage that lost its connection is repeated', async () => {
  s3.lost = 2;
  await storages['object storage'].write('blogs', 'gh-1x1.jpg', Buffer.from('bine'));
  s3.cut = 1;

  expect((await storages['object storage'].read('blogs', 'gh-1x1.jpg'))?.toString()).toBe('bine');
  expect([s3.lost, s3.cut]).toEqual([0, 0]);
});

test('a download from the object storage continues where its connection was lost', async () => {
  const pages = randomBytes(300_000);
  await storages['object storage'].write('certificates', 'cd.pdf', pages);
  s3.cut = 2;

  const file = await storages['object storage'].open('certificates', 'cd.pdf');

  expect(file && (await buffer(file.stream)).equals(pages)).toBe(true);
  expect(s3.cut).toBe(0);
});

test('a download from the object storage that breaks off is an error, not a short file', async () => {
  s3.cut = 9;
  const file = await storages['object storage'].open('certificates', 'cd.pdf');

  await expect(file && buffer(file.stream)).rejects.toThrow('broke off');
  s3.cut = 0;
});

test('a bucket that does not exist is an error, not a missing file', async () => {
  const elsewhere = s3Storage({ ...s3Settings, bucket: 'barley', endpoint: s3.endpoint });

  await expect(elsewhere.read('blogs', 'ab-1x1.jpg')).rejects.toThrow('returned 404 (NoSuchBucket)');
});

test('a redirect of the object storage is not followed: it could lead anywhere', async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${Object(elsewhere.address()).port}`;

  await expect(s3Storage({ ...s3Settings, endpoint }).read('blogs', 'ab-1x1.jpg')).rejects.toThrow();

  elsewhere.close();
  expect(asked.filter((url) => url === '/elsewhere')).toEqual([]);
});
