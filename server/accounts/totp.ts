// Time-based one-time passwords (RFC 6238: SHA-1, six digits, 30 seconds), as authenticator apps generate them.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const STEP_SECONDS = 30;
/** The phone's clock may be one step ahead or behind. */
const MAX_DRIFT_STEPS = 1;

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** The time step a code belongs to, or undefined if it matches none of the current ones. */
export function matchingStep(code: string, secret: string, now: Date): number | undefined {
  // Apps display it as two groups.
  const digits = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const steps = Array.from({ length: 2 * MAX_DRIFT_STEPS + 1 }, (_, index) => stepAt(now) - MAX_DRIFT_STEPS + index);
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(digits)));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters.map((five) => ALPHABET.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
