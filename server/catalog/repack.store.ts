// Changes the lots that an order is packed from. The product's stock stays, its lots change places.
import type { Db } from '#server/database/schema.ts';
import * as lineLots from './line-lots.store.ts';
import * as lots from './lot-stock.store.ts';
import { append } from './stock-entries.store.ts';

type Packed = {
  order_id: number;
  product_id: number;
  /** Of the whole line. */
  pounds: number;
  /** Where they come from now; the rest of the line comes from no lot. */
  lots: { lot_id: number; pounds: number }[];
  change_id: number;
  account_id: number;
  at: string;
};

/** A lot (null for no lot) that has too few pounds, or that pounds of this order came back to. */
type Refused = { lot_id: number | null; why: 'short' | 'returned' };

/** Undefined if it was done. Otherwise roll back. */
export async function repack(tx: Db, packed: Packed): Promise<Refused | undefined> {
  const { order_id, product_id, pounds } = packed;
  const stock = await lots.lockProduct(tx, product_id);
  const loose = await lots.looseOf(tx, { product_id, stock });
  const rows = await lineLots.list(tx, packed);
  const was = new Map(rows.map((row) => [row.lot_id, row.pounds]));
  const is = new Map(packed.lots.map((lot) => [lot.lot_id, lot.pounds]));
  const kept = rows.find((row) => (is.get(row.lot_id) ?? 0) < row.returned);
  if (kept) return { lot_id: kept.lot_id, why: 'returned' };
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .map((lot_id) => ({ lot_id, pounds: (was.get(lot_id) ?? 0) - (is.get(lot_id) ?? 0) }))
    .filter((change) => change.pounds !== 0)
    .toSorted((a, b) => b.pounds - a.pounds);
  const fromNoLot = changes.reduce((sum, change) => sum + change.pounds, 0);
  if (fromNoLot > loose) return { lot_id: null, why: 'short' };
  // What comes back comes first: it may be needed again.
  for (const { lot_id, pounds: back } of changes) {
    const line = { order_id, product_id, lot_id };
    const done =
      back > 0
        ? await lots.put(tx, { product_id, lot_id, pounds: back })
        : await lots.take(tx, { product_id, pounds: -back, stock, chosen: [{ lot_id, pounds: -back }] });
    if (!done) return { lot_id, why: 'short' };
    if (was.has(lot_id)) await lineLots.setPounds(tx, { ...line, pounds: is.get(lot_id) ?? 0 });
    else await lineLots.record(tx, line, [{ lot_id, pounds: -back }]);
  }
  const { change_id, account_id, at } = packed;
  const parts = [...changes, ...(fromNoLot === 0 ? [] : [{ lot_id: null, pounds: -fromNoLot }])];
  const entry = { order_id, product_id, change_id, account_id, at, stock, reason: 'by hand', between_lots: 1 } as const;
  if (parts.length > 0)
    await append(
      tx,
      { ...entry, pounds },
      parts.toSorted((a, b) => b.pounds - a.pounds),
    );
  return undefined;
}
