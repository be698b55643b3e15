// One person's data, given out or forgotten; and guests, forgotten after a set time.
import { cents, formatCents } from '#contracts/money.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import * as store from './privacy.store.ts';

const AT_ONCE = 500;

/** The words that orders are found by. */
type Words = Pick<typeof import('#server/orders/index/search-terms.store.ts'), 'fileAnew'>;
type Parts = { database: Database; words: Words; now: Clock; keepGuestDays?: number | undefined };

export function createPrivacy({ database: { db, transaction }, words, now, keepGuestDays }: Parts) {
  return { everythingOn, forget, forgetOldGuests };

  async function everythingOn(given: string) {
    const email = given.trim().toLowerCase();
    const account = await store.accountOf(db, email);
    const orders = await store.ordersOf(db, { email, account: account?.id });
    const lines = orders.length > 0 ? await store.linesOf(db, idsOf(orders)) : [];
    return {
      email,
      account: account ?? null,
      sessions: account ? await store.sessionsOf(db, account.id) : [],
      orders: orders.map(({ amount_cents, ...order }) => ({
        ...order,
        total: `$${formatCents(cents(amount_cents))}`,
        lines: lines.filter(({ order_id }) => order_id === order.id).map(({ order_id: _, ...line }) => line),
      })),
      mails: await store.mailsTo(db, email),
    };
  }

  /** Answers with how many orders were anonymised, and which are still open and keep their buyer. */
  function forget(given: string): Promise<{ account: boolean; orders: number; open: number[] }> {
    const email = given.trim().toLowerCase();
    return transaction([], async (tx) => {
      const account = await store.accountOf(tx, email);
      if (account?.role === 'admin')
        throw new Error(`${email} is staff. Revoke that first: npm run staff -- revoke ${email}`);
      const ids = idsOf(await store.ordersOf(tx, { email, account: account?.id }));
      const forgotten = await forgetBuyers(tx, ids);
      await store.forgetMails(tx, email);
      if (account) await store.forgetAccount(tx, account.id);
      return {
        account: account !== undefined,
        orders: forgotten.length,
        open: ids.filter((id) => !forgotten.includes(id)),
      };
    });
  }

  /** Neither shown nor found any more. */
  async function forgetBuyers(tx: Db, ids: number[]): Promise<number[]> {
    const forgotten = await store.forgetBuyers(tx, ids);
    await words.fileAnew(tx, forgotten);
    await store.forgetLetters(tx, forgotten);
    return forgotten;
  }

  async function forgetOldGuests(): Promise<void> {
    if (keepGuestDays === undefined) return;
    const before = new Date(now().getTime() - keepGuestDays * 86_400_000).toISOString();
    for (;;) {
      const ids = await store.oldGuests(db, before, AT_ONCE);
      await transaction([], (tx) => forgetBuyers(tx, ids));
      if (ids.length < AT_ONCE) return;
    }
  }
}

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
