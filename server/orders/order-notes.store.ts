// What staff write about an order. Notes are added and never changed.
import type { Db } from '#server/database/schema.ts';

export function list(db: Db, order_ids: number[]) {
  return db
    .selectFrom('order_notes')
    .leftJoin('accounts', 'accounts.id', 'order_notes.account_id')
    .select(['order_notes.order_id', 'order_notes.id', 'order_notes.text', 'order_notes.for_buyer', 'order_notes.at'])
    .select('accounts.name as who')
    .where('order_notes.order_id', 'in', order_ids)
    .orderBy('order_notes.id')
    .execute();
}

type NewNote = { order_id: number; text: string; for_buyer: number; account_id: number; at: string };

export async function insert(tx: Db, note: NewNote): Promise<void> {
  await tx.insertInto('order_notes').values(note).execute();
}
