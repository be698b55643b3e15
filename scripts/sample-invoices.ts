// A brewery on terms with an invoice that is paid, one that is overdue, one that is open, and a credit note.
import type { Database } from '#server/database/database.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';
import { followLink } from '#server/testing/follow-link.ts';
import { setStock } from './sample-orders.ts';

type Person = { email: string; password: string };
type Deps = { url: string; clock: { now: Date }; database: Database; staff: Person };
type Listed = { number: number; key: string };

export type SampleInvoices = Record<'paid' | 'overdue' | 'open' | 'creditNote', Listed>;

const DAY_MS = 86_400_000;
const STOCK = 221;
const account = { name: 'Rosa Delgado', email: 'rosa@sandbar-brewing.example', password: 'a kettle and two tanks' };
const contact = { email: account.email, phone: '(707) 555-0131', address: '9 Levee Road, Isleton, CA 95641' };

export async function addSampleInvoices({ url, clock, database, staff }: Deps): Promise<SampleInvoices> {
  const end = clock.now.getTime();
  const logInAt = async (daysAgo: number, { email, password }: Person): Promise<ApiClient> => {
    clock.now = new Date(end - daysAgo * DAY_MS);
    const { token } = await apiClient(url).send('POST /api/login', { body: { email, password } });
    return apiClient(url, token);
  };

  clock.now = new Date(end - 80 * DAY_MS);
  await apiClient(url).send('POST /api/register', { body: { ...account, website: '' } });
  const office = await logInAt(80, staff);
  const { data: brewery } = await office.send('POST /api/customers', {
    body: { ...contact, name: account.name, company: 'Sandbar Brewing', notes: 'Pays by check, mid-month.' },
  });
  await office.send('PUT /api/customers/:id/terms', {
    params: { id: brewery.id },
    body: { days: 30, credit_limit: 5000, login: account.email },
  });
  await followLink({ visitor: apiClient(url), database, clock, url }, account);

  const paid = await order(75, 'SB-1067', [44, 0]);
  await (await logInAt(50, staff)).send('POST /api/customers/:id/payments', {
    params: { id: brewery.id },
    body: { amount: 704, method: 'check', received_on: '2026-08-12', note: 'Check 2214', key: 'sample-payment' },
  });
  const overdue = await order(40, 'SB-1082', [22, 11]);
  const { data: creditNote } = await (await logInAt(35, staff)).send('POST /api/invoices/:id/credit-notes', {
    params: { id: overdue.number },
    body: { amount: 16, reason: 'A pound of Triple Pearl was wet', key: 'sample-credit' },
  });
  const open = await order(3, 'SB-1103', [11, 22]);
  await setStock(await logInAt(0, staff), STOCK);
  return { paid, overdue, open, creditNote };

  async function order(daysAgo: number, poNumber: string, [first, second]: [number, number]): Promise<Listed> {
    const client = await logInAt(daysAgo, account);
    const items = [
      { productId: 1, quantity: first },
      { productId: 2, quantity: second },
    ].filter(({ quantity }) => quantity > 0);
    const response = await client.fetch('/api/orders/on-terms', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ amount: first * 1600 + second * 1450, poNumber },
        orderDetails: { ...contact, items, name: account.name, locationOption: 'delivery' },
      }),
    });
    if (!response.ok) throw new Error(`The sample order was refused: ${await response.text()}`);
    const { invoice } = await response.json();
    const { data } = await client.send('GET /api/invoices/:id', { params: { id: invoice }, query: {} });
    return { number: data.number, key: data.key };
  }
}
