// Says which lots an order is packed from, also over several lots. Its pounds and its price stay.
import type { Person } from '#contracts/accounts.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { lotNumbers } from '#contracts/lot-text.ts';
import type { PackedLots } from '#contracts/order-changes.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import { repack } from '#server/catalog/repack.store.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import { requireChangeable } from './change-order.ts';
import { lockOrder } from './lock-order.ts';
import * as orderStore from './order.store.ts';
import * as store from './order-changes.store.ts';
import { ORDER_NOT_FOUND } from './order-details.ts';

type Deps = { audit: AuditWriter; now: Clock };
type Packing = PackedLots & { id: number; actor: Person };
type Line = Awaited<ReturnType<typeof orderStore.listLines>>[number];
type Lot = { lot_id: number; number: string; pounds: number };

/** Lines that are packed as they were held change nothing. */
export async function packLots(tx: Db, { id, version, lines, actor }: Packing, deps: Deps): Promise<void> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  await requireChangeable(tx, order, version);
  const sold = await orderStore.listLines(tx, id);
  const packed: { line: Line; lots: Lot[] }[] = [];
  for (const { product_id, lots } of lines.toSorted((a, b) => a.product_id - b.product_id)) {
    const line = sold.find((each) => each.product_id === product_id);
    if (!line) throw invalid({ lines: ['This product is not in the order.'] });
    const named = await nameLots(tx, line, lots);
    if (describe(line, named) !== describe(line, line.lots)) packed.push({ line, lots: named });
  }
  if (packed.length === 0) return;
  const at = deps.now().toISOString();
  const move = { order_id: id, account_id: actor.id, at };
  const history = packed.map(({ line, lots }) => ({
    text: `${line.name} packed: ${describe(line, line.lots)} → ${describe(line, lots)}`,
  }));
  const change = { lines: history, reason: 'Packed', account_id: actor.id, at, adjustments: [] };
  const change_id = await store.record(tx, order, change);
  for (const { line, lots } of packed) {
    const { product_id, pounds } = line;
    const refused = await repack(tx, { ...move, change_id, product_id, pounds, lots });
    if (refused) throw await notThere(tx, product_id, refused);
  }
  await deps.audit.record(tx, { actor, action: 'order packed from lots', subject: `Order ${id}`, subject_id: id });
}

async function nameLots(tx: Db, line: Line, lots: { lot_id: number; pounds: number }[]): Promise<Lot[]> {
  const { product_id, name, pounds } = line;
  if (lots.reduce((sum, lot) => sum + lot.pounds, 0) > pounds)
    throw invalid({ lines: [`${name} has ${formatPounds(pounds)}, and these lots are more.`] });
  const named: Lot[] = [];
  for (const { lot_id, pounds: each } of lots.filter((lot) => lot.pounds > 0).toSorted((a, b) => a.lot_id - b.lot_id)) {
    const lot = await orderStore.findLot(tx, { id: lot_id, product_id });
    if (!lot) throw invalid({ lines: [`${name} has no such lot.`] });
    named.push({ lot_id, number: lot.number, pounds: each });
  }
  return named;
}

const describe = ({ pounds }: Line, lots: { number: string; pounds: number }[]): string =>
  lotNumbers(lots, pounds) || 'no lot';

type Refused = NonNullable<Awaited<ReturnType<typeof repack>>>;

async function notThere(tx: Db, product_id: number, { lot_id, why }: Refused) {
  const lot = lot_id === null ? undefined : await orderStore.findLot(tx, { id: lot_id, product_id });
  if (!lot) return conflict('There are not that many pounds without a lot. Nothing was changed.');
  if (why === 'returned') return conflict(`Pounds of lot ${lot.number} came back from this order, so it keeps them.`);
  return conflict(`Lot ${lot.number} has only ${formatPounds(lot.stock)} more. Nothing was changed.`);
}
