import type { Db } from '#server/database/schema.ts';

export function find(db: Db, account_id: number) {
  return db
    .selectFrom('two_factor_secrets')
    .select(['secret', 'confirmed_at'])
    .where('account_id', '=', account_id)
    .executeTakeFirst();
}

/** Restarting replaces an unconfirmed setup. Returns false if two-factor is already on. */
export async function startSetup(tx: Db, account_id: number, secret: string): Promise<boolean> {
  const started = await tx
    .insertInto('two_factor_secrets')
    .values({ account_id, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, last_step: 0 })
        .where('two_factor_secrets.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  return started !== undefined;
}

/** Returns false if the setup was confirmed or restarted in the meantime. */
export async function confirm(tx: Db, account_id: number, secret: string, confirmed_at: string): Promise<boolean> {
  const confirmed = await tx
    .updateTable('two_factor_secrets')
    .set({ confirmed_at })
    .where('account_id', '=', account_id)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Returns false if the code for this step or a later one was already used. A single statement, so a code cannot be used twice at once. */
export async function consumeStep(tx: Db, account_id: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('two_factor_secrets')
    .set({ last_step: step })
    .where('account_id', '=', account_id)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Returns false if there was nothing to remove. */
export async function remove(tx: Db, account_id: number): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', account_id).execute();
  const removed = await tx
    .deleteFrom('two_factor_secrets')
    .where('account_id', '=', account_id)
    .returning('account_id')
    .executeTakeFirst();
  return removed !== undefined;
}

export async function saveRecoveryCodes(tx: Db, account_id: number, hashes: string[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id, code_hash })))
    .execute();
}

/** Single use: finds and deletes the code in one statement. */
export async function consumeRecoveryCode(tx: Db, account_id: number, code_hash: string): Promise<boolean> {
  const consumed = await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', account_id)
    .where('code_hash', '=', code_hash)
    .returning('code_hash')
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function countRecoveryCodes(db: Db, account_id: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((codes) => codes.fn.countAll<number>().as('left'))
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow();
  return left;
}

export function listSecrets(tx: Db) {
  return tx.selectFrom('two_factor_secrets').select(['account_id', 'secret']).execute();
}

/** Does nothing if another instance replaced it first. */
export async function replaceSecret(tx: Db, account_id: number, from: string, to: string): Promise<void> {
  await tx
    .updateTable('two_factor_secrets')
    .set({ secret: to })
    .where('account_id', '=', account_id)
    .where('secret', '=', from)
    .execute();
}
