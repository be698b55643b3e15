// The kept totals beside a full count: npm run figures -- check | rebuild
import type { Database } from '../server/database/database.ts';
import { rebuildTotals, wrongTotals } from '../server/orders/check-totals.store.ts';
import { withShopDatabase } from './shop-database.ts';

const [action = 'check'] = process.argv.slice(2);

await withShopDatabase((database) => {
  if (action === 'check') return check(database);
  if (action === 'rebuild') return rebuild(database);
  throw new Error('Use: npm run figures -- check, npm run figures -- rebuild');
});

async function check({ db }: Database): Promise<string> {
  const wrong = await wrongTotals(db);
  if (wrong.length > 0) throw new Error(`${wrong.slice(0, 20).join('\n')}\n${wrong.length} totals are wrong.`);
  return 'The totals are right.';
}

async function rebuild({ change }: Database): Promise<string> {
  await change([], rebuildTotals);
  return 'The totals were counted anew.';
}
