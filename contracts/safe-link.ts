// The links allowed in a post: web, email and phone. The editor checks when a link is added, the server when it sanitizes.
import { parseUrl } from './parse-url.ts';

const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** The URL as the browser normalizes it, so no odd spelling is stored; undefined if the scheme is not allowed. */
export function safeLinkUrl(text: string): string | undefined {
  const url = parseUrl(text.trim());
  return url && SCHEMES.includes(url.protocol) ? url.href : undefined;
}
