import { parseUrl } from '#contracts/parse-url.ts';
import { safeLinkUrl } from '#contracts/safe-link.ts';

const EMAIL_ADDRESS = /^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/;

/** Adds the scheme to a typed link if it is missing. */
export function normalizeUrl(text: string): string | undefined {
  const typed = text.trim();
  if (EMAIL_ADDRESS.test(typed)) return safeLinkUrl(`mailto:${typed}`);
  const url = safeLinkUrl(typed);
  if (url) return url;
  // Require a dot in the host: `javascript:1` would parse as a host with a port.
  const withScheme = parseUrl(`https://${typed}`);
  return withScheme?.hostname.includes('.') ? withScheme.href : undefined;
}
