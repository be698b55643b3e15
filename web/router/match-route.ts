// Finds the line of a table of pages that an address belongs to.
import type { RouteDefinition, RouteLocation } from './route-definition.ts';

/** `url` is the one spelling of the page's address: case, and query parameters nobody reads, do not count. */
export type RouteMatch = { route: RouteDefinition; location: RouteLocation; url: string };

export type MatchRoute = (path: string, search: string) => RouteMatch | undefined;

export function createMatcher(pages: RouteDefinition[]): MatchRoute {
  return (path, search) => {
    const segments = path.split('/');
    for (const route of pages) {
      const params = matchSegments(route.path.split('/'), segments);
      if (!params) continue;
      const searchParams = new URLSearchParams(search);
      const spelled = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
      return { route, location: { params, searchParams }, url: spelled + (route.search?.(searchParams) ?? '') };
    }
    return undefined;
  };
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':') && segment) params[part.slice(1)] = segment.toLowerCase();
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
}
