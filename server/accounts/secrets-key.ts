// The key that encrypts secrets in the database: SECRETS_KEY, or else a file that the first start creates in DATA_DIR, next
// to the database and never in a backup.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Settings = { secretsKey: string | undefined; dataDir: string };

export function loadSecretsKey({ secretsKey, dataDir }: Settings): string {
  if (secretsKey) return secretsKey;
  const file = join(dataDir, 'secrets.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) createKey(file);
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) throw new Error(`${file} does not contain a key. Restore it, or set SECRETS_KEY.`);
  return key;
}

/** Appears under its name only when it is complete, and never replaces another: processes that start together agree on one. */
function createKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
