// Entries of the stock ledger. Only the stores that change stock write them.
import type { Insertable } from 'kysely';
import { preparedWrite } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import type { LotPart } from './lot-stock.store.ts';

/** Of no lot. */
export const all = (pounds: number): LotPart[] => [{ lot_id: null, pounds }];
export const taken = ({ lot_id, pounds }: LotPart): LotPart => ({ lot_id, pounds: -pounds });

type Entry = Omit<Insertable<Tables['stock_moves']>, 'stock_after' | 'lot_id' | 'part' | 'key' | 'pounds'>;

/** A row per lot. Only the first one has the key. `stock` is the product's before. */
export async function append(
  tx: Db,
  { stock, ...entry }: Entry & { stock: number; pounds?: number },
  parts: LotPart[],
  key?: string,
): Promise<void> {
  let stock_after = stock;
  const entries = parts.map(({ lot_id, pounds }, part) => {
    stock_after += pounds;
    return { ...entry, key: part === 0 ? (key ?? null) : null, pounds, stock_after, lot_id, part };
  });
  await insertEntries(tx, { entries });
}

const insertEntries = preparedWrite((db, { entries }: { entries: Insertable<Tables['stock_moves']>[] }) =>
  db.insertInto('stock_moves').values(entries),
);
