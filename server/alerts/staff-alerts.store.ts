import type { Db, Tables } from '#server/database/schema.ts';

type Kind = Tables['staff_alerts']['kind'];
/** More at once than a shop ever has. */
const LIMIT = 1000;

/** The subjects among these that the farm was not told about yet; from now on it was. */
export async function claim(tx: Db, kind: Kind, subjects: string[], at: string): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const claimed = await tx
    .insertInto('staff_alerts')
    .values(subjects.map((subject) => ({ kind, subject, at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .execute();
  return new Set(claimed.map(({ subject }) => subject));
}

export async function listTold(db: Db, kind: Kind): Promise<string[]> {
  const rows = await db.selectFrom('staff_alerts').select('subject').where('kind', '=', kind).execute();
  return rows.map(({ subject }) => subject);
}

/** The farm is told again next time. */
export async function forget(tx: Db, kind: Kind, subjects: string[]): Promise<void> {
  if (subjects.length > 0)
    await tx.deleteFrom('staff_alerts').where('kind', '=', kind).where('subject', 'in', subjects).execute();
}

export async function removeOld(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('staff_alerts').where('kind', '<>', 'low stock').where('at', '<', before).execute();
}

export function listLowStock(db: Db, limit: number) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('deleted_at', 'is', null)
    .where('stock', '<', limit)
    .orderBy('name')
    .execute();
}

export function listPaymentAlerts(db: Db) {
  return db
    .selectFrom('payment_alerts')
    .select(['id', 'payment_id', 'what'])
    .where('resolved_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute();
}

/** Emails that were given up, except those to the farm itself: it would be told by another that gets lost. */
export function listGivenUp(db: Db, { since, except }: { since: string; except: string[] }) {
  return db
    .selectFrom('emails')
    .select(['id', 'recipient', 'subject', 'last_error'])
    .where('sent_at', 'is', null)
    .where('next_try_at', 'is', null)
    .where('created_at', '>=', since)
    .where('recipient', 'not in', except)
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute();
}
