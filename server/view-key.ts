// The key in the link to an order or an invoice. Who has the link may see it.
import { randomBytes, timingSafeEqual } from 'node:crypto';

export const newViewKey = (): string => randomBytes(16).toString('base64url');

export function keysMatch(candidate: string, key: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
