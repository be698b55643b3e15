// Runs when the shop opens: refuses a key that cannot read the secrets of two-step login, and encrypts secrets that were
// stored before there was a key.
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { findState, setState } from '#server/database/shop-state.store.ts';
import { keyIdOf, SAME_KEY, type SecretBox } from './secret-box.ts';
import * as store from './two-factor.store.ts';

/** Holds the id of the key that the shop was last opened with. */
const KEY_ID = 'secrets key';

export async function sealSecrets({ transaction }: Database, box: SecretBox): Promise<void> {
  await transaction([], async (tx) => {
    const secrets = await store.listSecrets(tx);
    const unreadable = secrets.filter(({ secret }) => (keyIdOf(secret) ?? box.keyId) !== box.keyId);
    if (unreadable.length > 0) throw new Error(keyMismatch(unreadable.length));
    for (const { account_id, secret } of secrets)
      if (!keyIdOf(secret)) await store.replaceSecret(tx, account_id, secret, box.seal(secret, account_id));
    await setState(tx, KEY_ID, box.keyId);
  });
}

/** Another instance may have opened this database with another key since. */
export async function requireSharedKey(tx: Db, box: SecretBox): Promise<void> {
  if ((await findState(tx, KEY_ID)) !== box.keyId)
    throw new Error(`Another instance has opened this shop with another key. ${SAME_KEY}`);
}

const keyMismatch = (count: number) =>
  `SECRETS_KEY (or DATA_DIR/secrets.key) is not the key of this shop: ${count === 1 ? 'one two-step login' : `${count} two-step logins`} cannot be read with it. ${SAME_KEY} If the key is lost, turn two-step login off for everyone who has lost it: npm run staff -- reset-all-factors`;
