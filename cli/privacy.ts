// Exports or erases one person's data: npm run privacy -- export EMAIL | erase EMAIL
import * as searchTerms from '#server/orders/index/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { withShopDatabase } from './shop-database.ts';

const [action, email] = process.argv.slice(2);

await withShopDatabase(async (database) => {
  const privacy = createPrivacy({ database, searchTerms, now: () => new Date() });
  if (action === 'export' && email) return JSON.stringify(await privacy.exportData(email), null, 2);
  if (action !== 'erase' || !email) throw new Error('Usage: npm run privacy -- export EMAIL | erase EMAIL');
  const { account, orders, open } = await privacy.erase(email);
  const summary = `${account ? 'Account erased. ' : ''}Orders anonymized: ${orders}.`;
  return open.length === 0 ? summary : `${summary} Still open and unchanged: orders ${open.join(', ')}.`;
});
