import type { Db } from '#server/database/schema.ts';

export function find(db: Db, account_id: number) {
  return db
    .selectFrom('two_factor_secrets')
    .select(['secret', 'confirmed_at'])
    .where('account_id', '=', account_id)
    .executeTakeFirst();
}

/** Begun anew, an unconfirmed one gives way. False when there is one in use. */
export async function startSetup(tx: Db, account_id: number, secret: string): Promise<boolean> {
  const begun = await tx
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
  return begun !== undefined;
}

/** False when somebody else confirmed it, or began anew, meanwhile. */
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

/** False when the code of this step, or of a later one, was used before. One statement: two at once cannot both pass. */
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

/** False when there was none. */
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

/** Works once: found and gone in one statement. */
export async function consumeRecoveryCode(tx: Db, account_id: number, code_hash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', account_id)
    .where('code_hash', '=', code_hash)
    .returning('code_hash')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countRecoveryCodes(db: Db, account_id: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((codes) => codes.fn.countAll<number>().as('left'))
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow();
  return left;
}
