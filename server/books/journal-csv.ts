// The books as journal entries for QuickBooks Online: one entry per day, whose debits equal its credits. Every row goes through
// the receivables, or, if it is a fee, through the card payments; so an entry balances by itself.
import { type BookType, bookTypes } from '#contracts/book-types.ts';
import { csvDollars, csvHeader, csvRow } from '#server/orders/export/csv.ts';
import type { BookRow } from './book-row.ts';

/** QuickBooks asks for a customer in each line of its own Accounts Receivable, so these have an account of their own. */
const RECEIVABLES = 'Shop receivables';
const CARD_PAYMENTS = 'Card payments';

const salesAccounts: Record<Exclude<BookType, MoneyType>, string> = {
  sale: 'Sales of hops',
  'pounds changed': 'Sales of hops',
  'sale taken back': 'Sales of hops',
  charge: 'Freight and other charges',
  discount: 'Discounts and credits',
  'credit note': 'Discounts and credits',
};
type MoneyType = 'payment' | 'payment taken back' | 'refund' | 'card fee';

export const journalHeader = csvHeader([
  ...['Journal No.', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description'],
]);

export type Journal = ReturnType<typeof createJournal>;

/** Takes rows by day. Each call returns the entries that are complete. */
export function createJournal() {
  let day = '';
  let accounts = new Map<string, number>();
  return { add, finish };

  function add(row: BookRow): string {
    const done = row.day === day ? '' : finish();
    day = row.day;
    // A debit is above zero, a credit below.
    const debit = bookTypes[row.type] === 'money' ? row.amount_cents : -row.amount_cents;
    post(accountOf(row), debit);
    post(row.type === 'card fee' ? CARD_PAYMENTS : RECEIVABLES, -debit);
    return done;
  }

  function post(account: string, debit: number): void {
    accounts.set(account, (accounts.get(account) ?? 0) + debit);
  }

  function finish(): string {
    const entry = [...accounts]
      .filter(([, debit]) => debit !== 0)
      .toSorted(([a, x], [b, y]) => Number(y > 0) - Number(x > 0) || (a < b ? -1 : 1))
      .map(([account, debit]) => toLine(day, account, debit))
      .join('');
    accounts = new Map();
    return entry;
  }
}

function accountOf({ type, method }: BookRow): string {
  switch (type) {
    case 'payment':
    case 'payment taken back':
    case 'refund':
      return method === 'card' ? CARD_PAYMENTS : 'Undeposited Funds';
    case 'card fee':
      return 'Card fees';
    default:
      return salesAccounts[type];
  }
}

function toLine(day: string, account: string, debit: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const amount = csvDollars(Math.abs(debit));
  return csvRow([
    ...[`SHOP-${year}${month}${date}`, `${month}/${date}/${year}`, account],
    ...(debit > 0 ? [amount, null] : [null, amount]),
    `Farm shop, ${month}/${date}/${year}`,
  ]);
}
