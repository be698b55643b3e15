// Which lots the pounds of an order line come from. Only stock.store.ts and repack.store.ts write this, with the product
// locked.
import { preparedWrite } from '#server/database/prepared-queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { LotPart } from './lot-stock.store.ts';

type Line = { order_id: number; product_id: number };
type Row = Line & { lot_id: number; pounds: number };

const addRows = preparedWrite((db, { rows }: { rows: Row[] }) =>
  db
    .insertInto('order_line_lots')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'product_id', 'lot_id'])
        .doUpdateSet((row) => ({ pounds: row('order_line_lots.pounds', '+', row.ref('excluded.pounds')) })),
    ),
);

/** Adds pounds to a line. */
export async function record(tx: Db, { order_id, product_id }: Line, parts: LotPart[]): Promise<void> {
  const rows = parts.flatMap(({ lot_id, pounds }) =>
    lot_id === null ? [] : [{ order_id, product_id, lot_id, pounds }],
  );
  if (rows.length > 0) await addRows(tx, { rows });
}

type Return = Line & {
  pounds: number;
  /** Whether the line itself gets shorter. Otherwise it stays what was sold, for the recall sheet. */
  shortens: boolean;
};

/** Takes pounds back out of a line, from the newest lot first. What is in no lot comes last. */
export async function giveBack(tx: Db, { order_id, product_id, pounds, shortens }: Return): Promise<LotPart[]> {
  const parts: LotPart[] = [];
  let rest = pounds;
  for (const row of (await list(tx, { order_id, product_id })).toReversed()) {
    const part = Math.min(rest, row.pounds - row.returned);
    if (part <= 0) continue;
    if (shortens) await setPounds(tx, { ...row, order_id, product_id, pounds: row.pounds - part });
    else await setReturned(tx, { ...row, order_id, product_id, returned: row.returned + part });
    parts.push({ lot_id: row.lot_id, pounds: part });
    rest -= part;
  }
  return rest > 0 ? [...parts, { lot_id: null, pounds: rest }] : parts;
}

/** Oldest lot first. */
export function list(tx: Db, { order_id, product_id }: Line) {
  return tx
    .selectFrom('order_line_lots')
    .select(['lot_id', 'pounds', 'returned'])
    .where('order_id', '=', order_id)
    .where('product_id', '=', product_id)
    .orderBy('lot_id')
    .execute();
}

export const lotIds = async (tx: Db, line: Line): Promise<number[]> =>
  (await list(tx, line)).map(({ lot_id }) => lot_id);

export async function setPounds(tx: Db, { order_id, product_id, lot_id, pounds }: Row): Promise<void> {
  const key = { order_id, product_id, lot_id };
  if (pounds === 0)
    await tx
      .deleteFrom('order_line_lots')
      .where((row) => row.and(key))
      .execute();
  else
    await tx
      .updateTable('order_line_lots')
      .set({ pounds })
      .where((row) => row.and(key))
      .execute();
}

async function setReturned(
  tx: Db,
  { order_id, product_id, lot_id, returned }: Line & { lot_id: number; returned: number },
): Promise<void> {
  await tx
    .updateTable('order_line_lots')
    .set({ returned })
    .where((row) => row.and({ order_id, product_id, lot_id }))
    .execute();
}
