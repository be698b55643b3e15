import { argon2Sync, randomBytes } from 'node:crypto';

/** A password hash that is checked at once: how hard a hash is to compute is stored in it. Tests log in thousands of times. */
export function quickHash(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`;
}
