import type { Db, Tables } from '#server/database/schema.ts';

export function find(db: Db, customer_id: number) {
  return db
    .selectFrom('resale_certificates')
    .leftJoin('accounts', 'accounts.id', 'resale_certificates.account_id')
    .select(['file', 'expires_on', 'uploaded_at', 'accounts.name as who'])
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
}

export async function save(tx: Db, certificate: Tables['resale_certificates']): Promise<void> {
  const { customer_id: _, ...values } = certificate;
  await tx
    .insertInto('resale_certificates')
    .values(certificate)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute();
}

export async function setExpiry(tx: Db, customer_id: number, expires_on: string): Promise<void> {
  await tx.updateTable('resale_certificates').set({ expires_on }).where('customer_id', '=', customer_id).execute();
}

export async function remove(tx: Db, customer_id: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('resale_certificates')
    .where('customer_id', '=', customer_id)
    .returning('customer_id')
    .executeTakeFirst();
  return removed !== undefined;
}

export async function listFiles(db: Db): Promise<string[]> {
  return (await db.selectFrom('resale_certificates').select('file').execute()).map(({ file }) => file);
}
