// The headers every answer carries, errors included. Policies are constants: nothing inline ever runs.

/** `development`: pages whose modules come from Vite, which runs and styles inline. */
export type Policy = 'site' | 'data' | 'picture' | 'development';

const sitePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const policies: Record<Policy, string> = {
  site: sitePolicy,
  data: "default-src 'none'; frame-ancestors 'none'",
  // A browser that opens a picture by itself lays it out with styles of its own.
  picture: "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  development: "frame-ancestors 'none'",
};

export function securityHeaders(policy: Policy, live: boolean): Record<string, string> {
  return {
    'content-security-policy': policies[policy],
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(live && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
