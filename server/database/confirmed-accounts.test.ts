import { afterAll, expect, test } from 'vitest';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openDatabase } from './database.ts';

const tempShop = await createTempShop();
afterAll(() => tempShop.cleanUp());
const open = (version?: number) =>
  openDatabase({ url: tempShop.databaseUrl, dataDir: tempShop.dataDir, ...(version && { version }) }, () => {});
const at = '2026-10-01T17:00:00.000Z';

test('accounts from before they were confirmed go on, and no other gets the terms of a customer', async () => {
  const before = await open(38);
  const account = await before.transaction([], async (tx) => {
    const otis = { name: 'Otis', email: 'otis@sandbar.example', password_hash: '', role: 'customer' as const };
    const person = await insertAccount(tx, { ...otis, created_at: at });
    const contact = { name: 'Otis', company: 'Sandbar', phone: '', address: '', notes: '' };
    const customer = { ...contact, active_at: at, created_at: at, terms_days: 30 };
    for (const account_id of [person?.id ?? null, null])
      await tx
        .insertInto('customers')
        .values({ ...customer, account_id })
        .execute();
    return person?.id;
  });
  await before.close();

  const after = await open();
  const columns = ['terms_account_id', 'account_asked_at', 'account_confirmed_at'] as const;
  const rows = await after.db.selectFrom('customers').select(columns).orderBy('id').execute();
  await after.close();

  const unconfirmed = { account_asked_at: null, account_confirmed_at: null };
  expect(rows).toEqual([
    { terms_account_id: account, ...unconfirmed },
    { terms_account_id: null, ...unconfirmed },
  ]);
});
