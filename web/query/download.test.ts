import { expect, test, vi } from 'vitest';
import { download } from './download.ts';

test('a file that is cut off half way did not come', async () => {
  const cut = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(cut));

  expect(await download('/api/orders/export')).toBe(false);
});
