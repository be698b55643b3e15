// Encrypts secrets that the shop must be able to read again, such as those of two-step login, so that a copy of the
// database or a backup does not reveal them.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type SecretBox = ReturnType<typeof createSecretBox>;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Sealed text: v1.KEY_ID.BASE64URL. Secrets stored before there was a key have no dots. */
const SEALED = /^v1\.([\w-]{11})\.([\w-]+)$/;

export function createSecretBox(key: string) {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', key, '', purpose, bytes));
  const cipherKey = derive('heron-slough-ranch secrets', 32);
  /** Tells keys apart without revealing them. */
  const keyId = derive('heron-slough-ranch key id', 8).toString('base64url');
  return { keyId, seal, open };

  /** `owner` is authenticated too, so a sealed text cannot be moved to another account. */
  function seal(text: string, owner: number): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, cipherKey, iv).setAAD(Buffer.from(String(owner)));
    const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${keyId}.${bytes.toString('base64url')}`;
  }

  function open(sealed: string, owner: number): string {
    const [, sealedWith, encoded = ''] = SEALED.exec(sealed) ?? [];
    if (sealedWith !== keyId) throw new Error(`This secret was encrypted with another key. ${SAME_KEY}`);
    const bytes = Buffer.from(encoded, 'base64url');
    const decipher = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(String(owner)))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

/** Undefined for text that is not encrypted. */
export const keyIdOf = (stored: string): string | undefined => SEALED.exec(stored)?.[1];

export const SAME_KEY = 'Every instance of a shop, and every restored copy, needs the same SECRETS_KEY.';
