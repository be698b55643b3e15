import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const { database, tempShop, as } = await openTestShop();
const wren = await as('wren');

function check() {
  const env = { ...process.env, DATA_DIR: tempShop.dataDir, DATABASE_URL: tempShop.databaseUrl ?? '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/verify-index.ts', 'check'], {
    env,
    encoding: 'utf8',
  });
  return { status, output: (stdout + stderr).trim() };
}

test('the command says what is correct, and which reservation is not', async () => {
  const { data: harvest } = await wren.send('POST /api/harvests/admin', {
    body: {
      product_id: 1,
      kind: 'dried',
      status: 'ripening',
      expected_on: '2027-09-03',
      pounds: 400,
      price: 16.5,
      note: '',
      deposit_percent: 25,
      days: [],
    },
  });
  expect(check()).toEqual({
    status: 0,
    output: 'The search index, days of the books, lots, reservations and invoice numbers are correct.',
  });

  await database.transaction([], (tx) =>
    tx.updateTable('harvests').set({ reserved: 5 }).where('id', '=', harvest.id).execute(),
  );
  expect(check()).toEqual({
    status: 1,
    output: `harvest ${harvest.id}: 5 lbs reserved, counted 0\n1 are wrong.`,
  });
});
