// Checks the data derived from orders (search index, days of the books), the pounds of lots and
// reservations and the numbers of invoices against a full count, or rebuilds what is derived:
// npm run verify-index -- check | rebuild (with the shop stopped)
import { forgetDays } from '#server/books/books.store.ts';
import { findWrongDays } from '#server/books/day-totals.ts';
import { findWrongLots } from '#server/catalog/verify-lots.store.ts';
import type { Database } from '#server/database/database.ts';
import { findInvoiceGaps } from '#server/invoices/verify-invoice-numbers.store.ts';
import { findWrongTerms, reindexAll } from '#server/orders/search-terms/search-terms.store.ts';
import { findWrongReservations } from '#server/reservations/verify-reservations.store.ts';
import { withShopDatabase } from './shop-database.ts';

if (import.meta.main) {
  const [action = 'check'] = process.argv.slice(2);
  await withShopDatabase(
    (database) => {
      if (action === 'check') return check(database);
      if (action === 'rebuild') return rebuildIndex(database);
      throw new Error('Usage: npm run verify-index -- check | rebuild');
    },
    // Rebuilding would block every order and, on SQLite, every page.
    { alongsideShop: action !== 'rebuild' },
  );
}

async function check({ db }: Database): Promise<string> {
  const wrong = [
    ...(await findWrongTerms(db)),
    ...(await findWrongDays(db)),
    ...(await findWrongLots(db)),
    ...(await findWrongReservations(db)),
    ...(await findInvoiceGaps(db)),
  ];
  if (wrong.length > 0) throw new Error(`${wrong.slice(0, 20).join('\n')}\n${wrong.length} are wrong.`);
  return 'The search index, days of the books, lots, reservations and invoice numbers are correct.';
}

export async function rebuildIndex({ transaction }: Database): Promise<string> {
  await transaction([], async (tx) => {
    await reindexAll(tx);
    await forgetDays(tx);
  });
  return 'Rebuilt the search index. The days of the books are counted again when they are read.';
}
