// Who comes to the shop in a soak: readers, buyers, staff who look and staff who write.
import { randomUUID } from 'node:crypto';
import { jpeg } from '#server/testing/image-bytes.ts';
import type { SoakState } from './state.ts';

type Headers = Record<string, string>;

const pages = ['/', '/products', '/blogs', '/faqs', '/api/products', '/api/blogs', '/sitemap.xml', '/feed.xml'];

export function reader(day: SoakState): Promise<void> {
  return day.until(60, async () => {
    await day.ask(anyOf(pages), [200]);
    await day.ask(`/products?search=${Math.random()}`, [200]);
    await day.ask(`/api/products?search=com&x=${Math.random()}`, [200]);
    await day.ask(`/nowhere-${Math.random()}`, [404]);
  });
}

export function buyer(day: SoakState): Promise<void> {
  return day.until(150, () => buyOnce(day));
}

/** An order of one pound; what the buyer was told is kept. */
export async function buyOnce(day: SoakState): Promise<void> {
  const request = orderRequest();
  const heard = await day.ask('/api/process-payment', [200, 202], request);
  day.told.push({ key: request.headers['idempotency-key'], status: heard?.status });
}

export const orderRequest = () => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
  }),
});

const looks = [
  '/api/orders/admin?page=1',
  '/api/orders/admin?page=20',
  '/api/orders/search?q=dana',
  '/api/dashboard/admin',
  '/api/orders/export',
];

export function clerk(day: SoakState, headers: Headers): Promise<void> {
  return day.until(400, () => day.ask(anyOf(looks), [200], { headers }));
}

/** Publishes a post with a picture and takes it back, so that the shop does not grow by it. */
export function writer(day: SoakState, headers: Headers): Promise<void> {
  return day.until(1000, async () => {
    const body = new FormData();
    body.set('title', 'A day in the yard');
    body.set('image', new Blob([new Uint8Array(jpeg)]), 'yard.jpg');
    const heard = await day.ask('/api/admin/blogs', [200], { method: 'POST', headers, body });
    if (heard?.status !== 200) return;
    const { id } = JSON.parse(heard.text).data;
    await day.ask(`/api/admin/blogs/${id}`, [200, 404], { method: 'DELETE', headers });
  });
}

/** Far more at once than the shop can do. */
export async function burst(day: SoakState, people: number): Promise<void> {
  await Promise.all(
    Array.from({ length: people }, (_, who) =>
      who % 10 === 0 ? buyOnce(day) : day.ask(`/products?search=${Math.random()}`, [200]),
    ),
  );
}

const anyOf = (from: string[]): string => from[Math.floor(Math.random() * from.length)] ?? '/';
