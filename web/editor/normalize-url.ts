import { safeLinkUrl } from '#contracts/safe-link.ts';

const MAIL = /^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/;

/** What somebody types as the address of a link, with the scheme that they left out. */
export function normalizeUrl(text: string): string | undefined {
  const typed = text.trim();
  if (MAIL.test(typed)) return safeLinkUrl(`mailto:${typed}`);
  const whole = safeLinkUrl(typed);
  if (whole) return whole;
  // A word without a dot is no host: `javascript:1` would be one with a port.
  const guessed = URL.parse(`https://${typed}`);
  return guessed?.hostname.includes('.') ? guessed.href : undefined;
}
