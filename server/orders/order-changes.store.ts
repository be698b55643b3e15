// What staff changed in an order after it was placed.
import { type Insertable, sql, type Updateable } from 'kysely';
import { farmDay } from '#contracts/dates.ts';
import { isSold } from '#contracts/ordering-rules.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import type { OrderRow } from './order.store.ts';

/** `contact`: tells who the buyer is, so someone who only has the order's link does not see it. */
export type ChangeLine = { text: string; contact?: boolean };
export type Adjustment = Pick<
  Insertable<Tables['order_adjustments']>,
  'kind' | 'product_id' | 'text' | 'amount_cents'
> & {
  pounds: number;
};

type Change = {
  lines: ChangeLine[];
  /** For staff. */
  reason: string;
  account_id: number | null;
  at: string;
  adjustments: Adjustment[];
  set?: Updateable<Pick<Tables['orders'], 'name' | 'phone' | 'email' | 'address' | 'location_option'>>;
};

/** Writes the change into the history, the order and the totals. The order must be locked. Returns the id of the change. */
export async function record(tx: Db, order: OrderRow, { lines, adjustments, set, ...change }: Change): Promise<number> {
  const { reason, account_id, at } = change;
  const { id: change_id } = await tx
    .insertInto('order_changes')
    .values({ order_id: order.id, lines: JSON.stringify(lines), reason, account_id, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const day = farmDay(at);
  if (adjustments.length > 0)
    await tx
      .insertInto('order_adjustments')
      .values(adjustments.map((each) => ({ ...each, order_id: order.id, change_id, reason, account_id, at, day })))
      .execute();
  const [refunds, changes] = [adjustments.filter(isRefund), adjustments.filter((each) => !isRefund(each))];
  await tx
    .updateTable('orders')
    .set({
      ...set,
      version: sql`version + 1`,
      pounds: sql`pounds + ${sum(changes, 'pounds')}`,
      amount_cents: sql`amount_cents + ${sum(changes, 'amount_cents')}`,
      refunded_cents: sql`refunded_cents - ${sum(refunds, 'amount_cents')}`,
    })
    .where('id', '=', order.id)
    .execute();
  if (!isSold(order.status, order.on_terms === 1) && adjustments.length > 0)
    throw new Error(`Order ${order.id} is ${order.status} and cannot be adjusted.`);
  return change_id;
}

const isRefund = ({ kind }: Adjustment) => kind === 'refund';
const sum = (adjustments: Adjustment[], column: 'pounds' | 'amount_cents') =>
  adjustments.reduce((total, each) => total + each[column], 0);

type NewLine = { order_id: number; product_id: number; pounds: number };

export async function setPounds(tx: Db, { order_id, product_id, pounds }: NewLine): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ pounds })
    .where('order_id', '=', order_id)
    .where('product_id', '=', product_id)
    .execute();
}

export async function removeLine(tx: Db, { order_id, product_id }: Omit<NewLine, 'pounds'>): Promise<void> {
  await tx.deleteFrom('order_lines').where('order_id', '=', order_id).where('product_id', '=', product_id).execute();
}

export async function listChanges(db: Db, order_ids: number[]) {
  const rows = await db
    .selectFrom('order_changes')
    .leftJoin('accounts', 'accounts.id', 'order_changes.account_id')
    .select(['order_id', 'order_changes.id', 'lines', 'reason', 'at', 'accounts.name as who'])
    .where('order_id', 'in', order_ids)
    .orderBy('order_changes.id')
    .execute();
  return rows.map(({ lines, ...row }) => {
    const parsed: ChangeLine[] = JSON.parse(lines);
    return { ...row, lines: parsed };
  });
}

/** Charges, discounts and refunds, which no line shows. */
export function listAdjustments(db: Db, order_ids: number[]) {
  return db
    .selectFrom('order_adjustments')
    .select(['order_id', 'id', 'kind', 'text', 'amount_cents', 'pounds', 'product_id', 'at'])
    .where('order_id', 'in', order_ids)
    .where('kind', '<>', 'pounds')
    .orderBy('id')
    .execute();
}
