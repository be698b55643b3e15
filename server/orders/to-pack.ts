// The orders to bag next, and marking several of them ready at once.
import type { Person } from '#contracts/accounts.ts';
import { isToPack } from '#contracts/ordering-rules.ts';
import { type Order, type StatusChangeResult, TO_PACK_MAX } from '#contracts/orders.ts';
import type { Db } from '#server/database/schema.ts';
import { HttpError } from '#server/http-errors.ts';
import type { OrderSearchService } from '#server/orders/index/order-search.ts';
import { listHeldOrders } from '#server/orders/reservations/reservations.store.ts';
import * as orderStore from './order.store.ts';
import { loadOrder } from './order-details.ts';
import { listOnTermsToPack, publicStatus } from './order-list.store.ts';
import type { Orders } from './orders.ts';

export type ToPack = ReturnType<typeof createToPack>;

type Deps = { db: Db; orders: Pick<Orders, 'changeStatus'>; search: Pick<OrderSearchService, 'findOldest'> };

export function createToPack({ db, orders, search }: Deps) {
  return { list, markReady };

  async function list(): Promise<{ data: Order[]; more: boolean }> {
    const reserved = await listHeldOrders(db);
    const [paid, onTerms] = await Promise.all([
      search.findOldest('paid', TO_PACK_MAX + 1 + reserved.size),
      listOnTermsToPack(db, TO_PACK_MAX + 1),
    ]);
    // What is reserved waits for its harvest.
    const toPack = paid.filter((id) => !reserved.has(id));
    const ids = [...toPack, ...onTerms].toSorted((a, b) => a - b).slice(0, TO_PACK_MAX + 1);
    const data = await Promise.all(ids.slice(0, TO_PACK_MAX).map((id) => loadOrder(db, id, 'staff')));
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
