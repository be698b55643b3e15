import { afterAll, expect, test } from 'vitest';
import { throughPort } from '#server/testing/stalling-proxy.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { startTransactionPooler } from '#server/testing/transaction-pooler.ts';
import { rejectTransactionPooling } from './transaction-pooling.ts';

const tempShop = await createTempShop();
const url = new URL(tempShop.databaseUrl ?? '');
const pooler = await startTransactionPooler({ host: url.hostname, port: Number(url.port) });
afterAll(async () => {
  pooler.close();
  await tempShop.cleanUp();
});

test('refuses a pooler in transaction mode in words', async () => {
  await expect(rejectTransactionPooling(throughPort(url.href, pooler.port))).rejects.toThrow('transaction mode');
});

test('accepts PostgreSQL itself', async () => {
  await rejectTransactionPooling(url.href);
});
