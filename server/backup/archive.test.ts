import { afterEach, expect, test, vi } from 'vitest';
import { splitLines } from './archive.ts';

afterEach(() => void vi.restoreAllMocks());

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function linesOf(text: string, size: number): Promise<string[]> {
  return Array.fromAsync(splitLines(inChunks(Buffer.from(text), size)));
}

test.each([1, 3, 7, 1000])('splits lines and characters that span chunks of %i bytes', async (size) => {
  expect(await linesOf('houblon\n\nHopfen für Bräu 🍺\nlúpulo\n', size)).toEqual([
    'houblon',
    '',
    'Hopfen für Bräu 🍺',
    'lúpulo',
  ]);
});

test('copies each byte of a long line once', async () => {
  const concat = vi.spyOn(Buffer, 'concat');
  const length = 8 * 1024 * 1024;

  const [line] = await linesOf(`${'x'.repeat(length)}\n`, 16 * 1024);

  expect(line).toHaveLength(length);
  const copied = concat.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  expect(copied).toBe(length);
});
