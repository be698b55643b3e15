// Everything the shop shows: both tables of pages, as the server reads them. A browser gets the one of its side.
import { adminRoutes } from './admin-routes.ts';
import { createMatcher } from './match-route.ts';
import type { RouteDefinition } from './route-definition.ts';
import { siteRoutes } from './site-routes.ts';

export const allRoutes: RouteDefinition[] = [...siteRoutes, ...adminRoutes];

export const matchRoute = createMatcher(allRoutes);
