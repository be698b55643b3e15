import type { Lot } from '#contracts/lots.ts';
import type { Db } from '#server/database/schema.ts';

type LotFacts = Pick<Lot, 'id' | 'number' | 'harvest_year' | 'form' | 'alpha_acid' | 'tested_on'>;

export async function listLots(db: Db, ids: number[]): Promise<Map<number, LotFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('lots')
    .select(['id', 'number', 'harvest_year', 'form', 'alpha_acid', 'tested_on'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
