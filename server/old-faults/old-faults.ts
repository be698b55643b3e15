// Finds what faults of earlier versions left behind, and mends it; and compares each refund that is refused today, once. Runs after
// the shop has opened and every hour after that, goes on where it stopped, and waits for a provider that is down.
import { CONFIRM_DAYS } from '#contracts/ordering-rules.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { PROVIDER_CALL_MS } from '#server/charges/reconciler.ts';
import { compareRefund } from '#server/charges/refunds.ts';
import { noteOrder } from '#server/customers/customers.store.ts';
import { findState, setState } from '#server/database/shop-state.store.ts';
import { deadlineIn } from '#server/deadline.ts';
import { payOrder } from '#server/invoices/settle.ts';
import type { CustomerTerms } from '#server/invoices/terms.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import * as store from './old-faults.store.ts';

const BATCH = 200;
/** In a row. Then the provider is down, or does not know these payments. The next run goes on behind them. */
const MAX_UNANSWERED = 5;
const MENDED = 'old faults mended';
const LAST_UNANSWERED = 'last refund without an answer';

type Deps = ChargeShop & { terms: Pick<CustomerTerms, 'askUnconfirmed' | 'pauseUnconfirmed'> };

export async function mendOldFaults(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, now } = deps;
  if ((await findState(database.db, MENDED)) === undefined) {
    await payOrders(deps, isStopping);
    await noteLastOrders(deps, isStopping);
    if (isStopping()) return;
    await database.transaction([], (tx) => setState(tx, MENDED, now().toISOString()));
  }
  await compareRefunds(deps, isStopping);
  await confirmAccounts(deps, isStopping);
}

async function payOrders({ database, now }: Deps, isStopping: () => boolean): Promise<void> {
  for (const id of await store.listSettled(database.db)) {
    if (isStopping()) return;
    await database.transaction([], async (tx) => {
      await lockOrder(tx, id);
      await payOrder(tx, id, now().toISOString());
    });
  }
}

async function noteLastOrders({ database }: Deps, isStopping: () => boolean): Promise<void> {
  for (let after = 0; !isStopping(); ) {
    const customers = await store.listLastOrders(database.db, after, BATCH);
    const last = customers.at(-1);
    if (!last) return;
    await database.transaction([], async (tx) => {
      for (const { id, last: created_at } of customers) if (created_at) await noteOrder(tx, id, created_at);
    });
    after = last.id;
  }
}

/**
 * Who may order on terms since before accounts were confirmed is asked to confirm, and may go on for some days. Not with an
 * account that is younger than the customer: a stranger may have signed up with their email.
 */
async function confirmAccounts({ database, terms, now }: Deps, isStopping: () => boolean): Promise<void> {
  const before = new Date(now().getTime() - CONFIRM_DAYS * 86_400_000).toISOString();
  for (const { id, account_asked_at, created_at, signed_up_at } of await store.listUnconfirmed(database.db)) {
    if (isStopping()) return;
    if (account_asked_at === null) await terms.askUnconfirmed(id);
    if (signed_up_at > created_at || (account_asked_at !== null && account_asked_at <= before))
      await terms.pauseUnconfirmed(id);
  }
}

/** A refund counted as refused after a lost reply, though the provider had made it. */
async function compareRefunds(shop: Deps, isStopping: () => boolean): Promise<void> {
  const { database, now } = shop;
  let unanswered = 0;
  const after = Number((await findState(database.db, LAST_UNANSWERED)) ?? 0);
  for (const id of await store.listToCompare(database.db, after)) {
    if (isStopping()) return;
    const outcome = await compareRefund(shop, id, deadlineIn(PROVIDER_CALL_MS));
    unanswered = outcome === 'no answer' ? unanswered + 1 : 0;
    if (unanswered === MAX_UNANSWERED)
      return database.transaction([], (tx) => setState(tx, LAST_UNANSWERED, String(id)));
    if (outcome === 'compared') await database.transaction([], (tx) => store.setCompared(tx, id, now().toISOString()));
  }
}
