import { expect, test, vi } from 'vitest';
import { download } from './download.ts';

test('a download that breaks off fails', async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(broken));

  expect(await download('/api/orders/export')).toBe(false);
});
