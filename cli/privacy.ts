// Exports or erases one person's data: npm run privacy -- export EMAIL | erase EMAIL
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { withShopDatabase } from './shop-database.ts';

const [action, email] = process.argv.slice(2);

await withShopDatabase(async (database) => {
  const privacy = createPrivacy({ database, searchTerms, now: () => new Date() });
  if (action === 'export' && email) return JSON.stringify(await privacy.exportData(email), null, 2);
  if (action !== 'erase' || !email) throw new Error('Usage: npm run privacy -- export EMAIL | erase EMAIL');
  const { account, orders, open, owing } = await privacy.erase(email);
  return [
    ...(account ? ['Account erased.'] : []),
    `Orders anonymized: ${orders}.`,
    ...(open.length > 0 ? [`Still open and unchanged: orders ${open.join(', ')}.`] : []),
    ...(owing.length > 0
      ? [
          `Kept with account and emails, because the balance is not settled: customers ${owing.join(', ')}. Run this again then.`,
        ]
      : []),
  ].join(' ');
});
