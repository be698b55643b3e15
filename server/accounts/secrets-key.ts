// The key that encrypts secrets in the database: SECRETS_KEY, or else a file that the first start creates in DATA_DIR, next
// to the database and never in a backup.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Settings = { secretsKey: string | undefined; dataDir: string };

export function loadSecretsKey({ secretsKey, dataDir }: Settings): string {
  if (secretsKey) return secretsKey;
  const file = join(dataDir, 'secrets.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Fails if it exists, so that two processes that start together agree on one.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error;
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) throw new Error(`${file} does not contain a key. Restore it, or set SECRETS_KEY.`);
  return key;
}
