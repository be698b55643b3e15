// Checks the invariants at the end of a run, once the shop has settled what was left open.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { type Acknowledged, violatedInvariants } from '#server/testing/invariants.ts';

/** Longer than the longest waits of the reconciler and the sweep. */
const SETTLE_MS = 330_000;

type Records = { payments: { values(): Parameters<typeof violatedInvariants>[1]['payments'] } };

export async function finalViolations(
  openShopDatabase: () => Promise<Database>,
  { payments }: Records,
  responses: Acknowledged[],
): Promise<string[]> {
  const started = performance.now();
  for (;;) {
    const database = await openShopDatabase();
    const violations = await violatedInvariants(database, { payments: payments.values() }, responses).finally(() =>
      database.close(),
    );
    if (violations.length === 0 || performance.now() - started > SETTLE_MS) return violations;
    await sleep(2000);
  }
}
