// The headers on every response, errors included. Policies are constants and allow no inline scripts. The only inline
// content is the stylesheet of a public page, allowed by its hash.

/** `development`: pages served through Vite, which uses inline scripts and styles. */
export type Policy = 'site' | 'admin' | 'data' | 'picture' | 'file' | 'pdf' | 'development';

/** Serves the map on the contact page, and a probe image that tells the page whether the map is reachable. */
const mapHost = 'https://www.openstreetmap.org';

/** Where browsers report what a page was blocked from loading. */
export const CSP_REPORT_PATH = '/api/csp-reports';

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
  // Newer browsers use the second, with the header below; the others the first.
  `report-uri ${CSP_REPORT_PATH}`,
  'report-to csp',
].join('; ');

const policies: Record<Policy, string> = {
  site: `${basePolicy}; img-src 'self' ${mapHost}; frame-src ${mapHost}`,
  // Admin pages allow no outside host.
  admin: `${basePolicy}; img-src 'self' blob:`,
  data: "default-src 'none'; frame-ancestors 'none'",
  // A browser that opens an image directly uses inline styles of its own.
  picture: "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  // If a browser displays the file anyway, it can do nothing.
  file: "default-src 'none'; sandbox; frame-ancestors 'none'",
  // One that we drew ourselves. The browser's viewer embeds it in a page of its own, and does not open in a sandbox.
  pdf: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  development: "frame-ancestors 'none'",
};

/** Hosts of the card provider, by directive. Only public pages allow them. */
export type ProviderHosts = Partial<
  Record<'script-src' | 'style-src' | 'font-src' | 'connect-src' | 'frame-src', string[]>
>;

/** `style`: the CSP source of the inline stylesheet. */
type AllowedSources = ProviderHosts & { style?: string | undefined };

export function securityHeaders(policy: Policy, live: boolean, allowed: AllowedSources = {}): Record<string, string> {
  const { style, ...hosts } = allowed;
  const sources = (rule: string) => Object.entries(hosts).find(([name]) => rule.startsWith(`${name} `))?.[1] ?? [];
  const inlineStyle = (rule: string) => (style && rule.startsWith('style-src ') ? [style] : []);
  return {
    'content-security-policy': policies[policy]
      .split('; ')
      .map((rule) => [rule, ...inlineStyle(rule), ...sources(rule)].join(' '))
      .join('; '),
    ...(policies[policy].includes('report-to') && { 'reporting-endpoints': `csp="${CSP_REPORT_PATH}"` }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    // 'same-origin' would force the browser to start a new process for a public page, which takes time.
    'cross-origin-opener-policy': policy === 'site' ? 'unsafe-none' : 'same-origin',
    ...(live && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
