// Looks for gaps in the numbers of invoices. Only a restore may leave some out.
import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import { LAST_INVOICE } from '#server/database/shop-state.store.ts';

type Gap = { previous: number; next: number };

/** Describes each gap. Empty if all is right. */
export async function findInvoiceGaps(db: Db): Promise<string[]> {
  // One statement, because the shop may be writing invoices. The one after the last closes the list.
  const { rows } = await sql<Gap>`
    select previous, next from (
      select lag(number, 1, 0) over (order by number) as previous, number as next from (
        select number from invoices
        union all select cast(value as integer) + 1 from shop_state where name = ${LAST_INVOICE}
      ) as numbers
    ) as neighbors
    where next <> previous + 1 order by next`.execute(db);
  if (rows.length === 0) return [];
  const jumps = await db
    .selectFrom('number_jumps')
    .select(['from_number', 'to_number'])
    .where('kind', '=', 'invoice')
    .orderBy('from_number')
    .execute();
  return rows
    .filter(({ previous, next }) => {
      const end = jumps.reduce((at, { from_number, to_number }) => (from_number === at ? to_number : at), previous);
      return end !== next - 1;
    })
    .map(({ previous, next }) => `invoice ${next} follows invoice ${previous}`);
}
