// A valid lot for tests, and minimal PDF certificates.
import { sql } from 'kysely';
import type { LotDraft } from '#contracts/lots.ts';
import type { Database } from '#server/database/database.ts';

export const lot: LotDraft = {
  number: 'CA-26-01',
  harvest_year: 2026,
  form: 'Pellets T-90',
  moisture: 8.9,
  storage_index: 0.26,
  tested_on: '2026-09-14',
  alpha_acid: 6.4,
  beta_acid: 5.3,
  total_oil: 1.5,
};

export const pdf = (text: string): Buffer =>
  Buffer.from(`%PDF-1.4\n%\xe2\xe3\xcf\xd3\n% ${text}\ntrailer <</Size 0>>\nstartxref\n9\n%%EOF\n`, 'latin1');

/** Numbers are unique in the shop: lots of earlier tests give theirs up. */
export async function freeLotNumbers({ transaction }: Database): Promise<void> {
  await transaction(['products'], async (tx) => {
    const number = sql<string>`'EARLIER-' || id`;
    await tx.updateTable('lots').set({ number }).where('number', 'not like', '%SAMPLE').execute();
  });
}
