// The orders to bag next, and marking several of them ready at once.
import type { Person } from '#contracts/accounts.ts';
import { isToPack } from '#contracts/ordering-rules.ts';
import { type Order, type StatusChangeResult, TO_PACK_MAX } from '#contracts/orders.ts';
import type { Db } from '#server/database/schema.ts';
import { HttpError } from '#server/http-errors.ts';
import * as orderStore from './order.store.ts';
import { toOrder } from './order-details.ts';
import { listOnTermsToPack, listPaidToPack, publicStatus } from './order-list.store.ts';
import type { Orders } from './orders.ts';
import { readOrders } from './stored-orders.ts';

export type ToPack = ReturnType<typeof createToPack>;

type Deps = { db: Db; orders: Pick<Orders, 'changeStatus'> };

export function createToPack({ db, orders }: Deps) {
  return { list, markReady };

  async function list(): Promise<{ data: Order[]; more: boolean }> {
    const lists = await Promise.all([listPaidToPack(db, TO_PACK_MAX + 1), listOnTermsToPack(db, TO_PACK_MAX + 1)]);
    const ids = lists.flat().toSorted((a, b) => a - b);
    const data = (await readOrders(db, ids.slice(0, TO_PACK_MAX))).map((order) => toOrder(order, 'staff'));
    // A refund is on its way: nobody should bag it.
    return {
      data: data.filter(
        ({ status, on_terms, pay_first, refunding }) => isToPack(status, on_terms && !pay_first) && !refunding,
      ),
      more: ids.length > TO_PACK_MAX,
    };
  }

  /** One transaction per order: an order that cannot be marked ready does not hold up the others. */
  async function markReady(ids: number[], actor: Person): Promise<{ data: StatusChangeResult[] }> {
    const data: StatusChangeResult[] = [];
    for (const id of new Set(ids)) data.push(await tryMarkReady(id, actor));
    return { data };
  }

  async function tryMarkReady(id: number, actor: Person): Promise<StatusChangeResult> {
    try {
      const { data } = await orders.changeStatus(id, { to: 'ready' }, actor);
      return { id, changed: true, status: data.status, message: null };
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error;
      const order = await orderStore.find(db, id);
      return { id, changed: false, status: order ? publicStatus(order.status) : null, message: error.message };
    }
  }
}
