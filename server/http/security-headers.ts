// The headers every answer carries, errors included. Policies are constants: nothing inline ever runs. The one thing that
// stands inline is the style of a public page, and only that very text is let through.

/** `development`: pages whose modules come from Vite, which runs and styles inline. */
export type Policy = 'site' | 'admin' | 'data' | 'picture' | 'file' | 'development';

/** Draws the map on the contact page; a picture of its own tells the page that it can be reached. */
const mapHost = 'https://www.openstreetmap.org';

const basePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const policies: Record<Policy, string> = {
  site: `${basePolicy}; img-src 'self' ${mapHost}; frame-src ${mapHost}`,
  // The back office lets no outside host in.
  admin: `${basePolicy}; img-src 'self' blob:`,
  data: "default-src 'none'; frame-ancestors 'none'",
  // A browser that opens a picture by itself lays it out with styles of its own.
  picture: "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  // Should a browser show a file all the same, it may do nothing.
  file: "default-src 'none'; sandbox; frame-ancestors 'none'",
  development: "frame-ancestors 'none'",
};

/** Hosts of the card provider, by what they may do. Only public pages let them in. */
export type ProviderHosts = Partial<
  Record<'script-src' | 'style-src' | 'font-src' | 'connect-src' | 'frame-src', string[]>
>;

/** `style`: the source of the style that stands in the document. */
type AllowedSources = ProviderHosts & { style?: string | undefined };

export function securityHeaders(policy: Policy, live: boolean, allowed: AllowedSources = {}): Record<string, string> {
  const { style, ...hosts } = allowed;
  const sources = (rule: string) => Object.entries(hosts).find(([name]) => rule.startsWith(`${name} `))?.[1] ?? [];
  const own = (rule: string) => (style && rule.startsWith('style-src ') ? [style] : []);
  return {
    'content-security-policy': policies[policy]
      .split('; ')
      .map((rule) => [rule, ...own(rule), ...sources(rule)].join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    // A public page opens in the process that waits for it: to cut its opener off takes a new one, and time.
    'cross-origin-opener-policy': policy === 'site' ? 'unsafe-none' : 'same-origin',
    ...(live && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
