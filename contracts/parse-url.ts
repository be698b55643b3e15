/** `URL.parse` is missing before Chrome 126, Firefox 126 and Safari 18. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
