/** For files with a content hash in their name. */
export function immutableHeaders(name: string): Record<string, string> {
  const type = contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
}

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  png: 'image/png',
  woff2: 'font/woff2',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
};
