// Where a link in a post may lead: an address of the web, of mail or of a telephone. The editor asks before it makes
// one, the server when it cleans.

const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** The address as a browser reads it, so that no odd spelling is ever stored; undefined where it leads elsewhere. */
export function safeLinkUrl(text: string): string | undefined {
  const url = URL.parse(text.trim());
  return url && SCHEMES.includes(url.protocol) ? url.href : undefined;
}
