// The actors of a soak run: readers, buyers, staff who read and staff who write.
import { randomUUID } from 'node:crypto';
import { jpeg } from '#server/testing/image-bytes.ts';
import type { SoakState } from './state.ts';

type Headers = Record<string, string>;

const pages = ['/', '/products', '/blogs', '/faqs', '/api/products', '/api/blogs', '/sitemap.xml', '/feed.xml'];

export function reader(state: SoakState): Promise<void> {
  return state.repeat(60, async () => {
    await state.send(anyOf(pages), [200]);
    await state.send(`/products?search=${Math.random()}`, [200]);
    await state.send(`/api/products?search=com&x=${Math.random()}`, [200]);
    await state.send(`/nowhere/${Math.random()}`, [404]);
  });
}

export function buyer(state: SoakState): Promise<void> {
  return state.repeat(150, () => buyOnce(state));
}

/** Orders one pound and records the response. */
export async function buyOnce(state: SoakState): Promise<void> {
  const request = orderRequest();
  const reply = await state.send('/api/process-payment', [200, 202], request);
  state.responses.push({ key: request.headers['idempotency-key'], status: reply?.status });
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

const staffPaths = [
  '/api/orders/admin?page=1',
  '/api/orders/admin?page=20',
  '/api/orders/search?q=dana',
  '/api/dashboard/admin',
  '/api/orders/export',
];

export function clerk(state: SoakState, headers: Headers): Promise<void> {
  return state.repeat(400, () => state.send(anyOf(staffPaths), [200], { headers }));
}

/** Publishes a post with a picture and deletes it, so the shop does not grow. */
export function writer(state: SoakState, headers: Headers): Promise<void> {
  return state.repeat(1000, async () => {
    const body = new FormData();
    body.set('title', 'A day in the yard');
    body.set('image', new Blob([new Uint8Array(jpeg)]), 'yard.jpg');
    const reply = await state.send('/api/admin/blogs', [200], { method: 'POST', headers, body });
    if (reply?.status !== 200) return;
    const { id } = JSON.parse(reply.text).data;
    await state.send(`/api/admin/blogs/${id}`, [200, 404], { method: 'DELETE', headers });
  });
}

/** Far more concurrent requests than the shop can handle. */
export async function burst(state: SoakState, requests: number): Promise<void> {
  await Promise.all(
    Array.from({ length: requests }, (_, index) =>
      index % 10 === 0 ? buyOnce(state) : state.send(`/products?search=${Math.random()}`, [200]),
    ),
  );
}

const anyOf = (from: string[]): string => from[Math.floor(Math.random() * from.length)] ?? '/';
