// Finds the line of a table of pages that an address belongs to.
import type { PageDefinition, Place } from './route-definition.ts';

/** `url` is the one spelling of the page's address: case, and query parameters nobody reads, do not count. */
export type Found = { page: PageDefinition; place: Place; url: string };

export type FindPage = (path: string, search: string) => Found | undefined;

export function finderOf(pages: PageDefinition[]): FindPage {
  return (path, search) => {
    const segments = path.split('/');
    for (const page of pages) {
      const params = matched(page.path.split('/'), segments);
      if (!params) continue;
      const query = new URLSearchParams(search);
      const spelled = page.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
      return { page, place: { params, query }, url: spelled + (page.search?.(query) ?? '') };
    }
    return undefined;
  };
}

function matched(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':') && segment) params[part.slice(1)] = segment.toLowerCase();
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
}
