// Breweries on terms, and what they and staff do.
import { randomUUID } from 'node:crypto';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import { followLink } from './follow-link.ts';
import { quickHash } from './quick-hash.ts';
import type { TestShop } from './test-shop.ts';

type Brewery = ApiClient & { id: number; email: string; password: string };
type Change = { key?: string; amount?: number; poNumber?: string };

const purchase = (pounds = 1) => ({
  amount: 1600 * pounds,
  orderDetails: {
    ...{ productId: 1, quantity: pounds, locationOption: 'pickup', email: 'otis@brewery.example' },
    ...{ name: 'Otis', phone: '(707) 555-0188', address: null },
  },
  poNumber: 'PO 7',
});

export function termsFixtures(shop: TestShop, wren: ApiClient) {
  const { database, clock, url } = shop;
  return { brewery, order, pay, changeStatus, termsOf, findOrder };

  /** A brewery with an account, approved for terms and confirmed. */
  async function brewery({ limit = 10_000, days = 30 } = {}): Promise<Brewery> {
    const email = `${randomUUID()}@brewery.example`;
    const password = 'one malt, one yeast';
    await database.transaction([], async (tx) => {
      const account = { name: 'Otis', email, role: 'customer' as const, created_at: clock.now.toISOString() };
      await insertAccount(tx, { ...account, password_hash: quickHash(password) });
    });
    const { data } = await wren.send('POST /api/customers', {
      body: { name: 'Otis', company: 'Sandbar', email, phone: '', address: '', notes: '' },
    });
    const body = { days, credit_limit: limit, login: email };
    await wren.send('PUT /api/customers/:id/terms', { params: { id: data.id }, body });
    const token = await followLink(shop, { email, password });
    return { ...apiClient(url, token), id: data.id, email, password };
  }

  async function order(client: ApiClient, pounds = 1, { key, ...change }: Change = {}) {
    const response = await client.fetch('/api/orders/on-terms', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify({ ...purchase(pounds), ...change }),
    });
    return { status: response.status, body: await response.json() };
  }

  function pay(id: number, amount: number, key: string = randomUUID()) {
    const body = { amount, method: 'check' as const, received_on: '2026-10-01', note: 'Check 12', key };
    return wren.attempt('POST /api/customers/:id/payments', { params: { id }, body });
  }

  function changeStatus(id: number, to: 'ready' | 'completed' | 'cancelled' | 'refunded') {
    return wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
  }

  async function termsOf(id: number) {
    return (await wren.send('GET /api/customers/:id/terms', { params: { id } })).data;
  }

  async function findOrder(id: number) {
    return (await wren.send('GET /api/orders/:id', { params: { id }, query: {} })).data;
  }
}
