// Finds the route for a URL.
import type { RouteDefinition, RouteLocation } from './route-definition.ts';

/** `url` is the canonical URL: case-insensitive, and without query parameters the page ignores. */
export type RouteMatch = { route: RouteDefinition; location: RouteLocation; url: string };

export type MatchRoute = (path: string, search: string) => RouteMatch | undefined;

export function createMatcher(routes: RouteDefinition[]): MatchRoute {
  return (path, search) => {
    const segments = path.split('/');
    for (const route of routes) {
      const params = matchSegments(route.path.split('/'), segments);
      if (!params) continue;
      const searchParams = new URLSearchParams(search);
      const canonicalPath = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
      return { route, location: { params, searchParams }, url: canonicalPath + (route.search?.(searchParams) ?? '') };
    }
    return undefined;
  };
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':') && segment) params[part.slice(1)] = toLowerCase(segment);
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
}

/** Escapes stay in capitals, as links have them. */
const toLowerCase = (segment: string) => segment.toLowerCase().replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase());
