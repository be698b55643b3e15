// What the shop knows of one person: npm run privacy -- export EMAIL | erase EMAIL
import * as searchTerms from '#server/orders/index/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { withShopDatabase } from './shop-database.ts';

const [action, email] = process.argv.slice(2);

await withShopDatabase(async (database) => {
  const privacy = createPrivacy({ database, searchTerms, now: () => new Date() });
  if (action === 'export' && email) return JSON.stringify(await privacy.exportData(email), null, 2);
  if (action !== 'erase' || !email)
    throw new Error('Use: npm run privacy -- export EMAIL, npm run privacy -- erase EMAIL');
  const { account, orders, open } = await privacy.erase(email);
  const said = `${account ? 'The account is gone. ' : ''}${orders} orders have no buyer any more.`;
  return open.length === 0 ? said : `${said} Still open, and kept until they are done: orders ${open.join(', ')}.`;
});
