// What the tests of the media library share.
import { storedPicture } from '#contracts/pictures.ts';
import { apiClient } from './api-client.ts';
import { good } from './image-bytes.ts';
import { people, type TestShop } from './test-shop.ts';

const DAY_MS = 86_400_000;
let count = 0;

/** A picture that no other test has. */
export function newPicture(): Promise<Buffer> {
  count += 1;
  return good(400 + count, 300)
    .png()
    .toBuffer();
}

export function pass(shop: TestShop, days: number): void {
  shop.clock.now = new Date(shop.clock.now.getTime() + days * DAY_MS);
}

/** Sessions end when days pass, so log in again after that. */
export async function logIn(shop: TestShop) {
  const { token } = await shop.visitor.send('POST /api/login', { body: people.wren });
  return apiClient(shop.url, token);
}

/** The statuses of all files of a picture, at both of its addresses. */
export async function statusesOf(shop: TestShop, name: string): Promise<number[]> {
  const stored = storedPicture(name);
  const files = [name, ...(stored?.widths.map((width) => stored.file(width, 'webp')) ?? [])];
  const urls = files.flatMap((file) => [`/blogs/${file}`, `/uploads/products/${file}`]);
  const statuses = await Promise.all(urls.map(async (url) => (await shop.visitor.fetch(url)).status));
  return [...new Set(statuses)];
}
