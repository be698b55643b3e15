// All routes, for the server. Browsers only load the routes of their side.
import { adminRoutes } from './admin-routes.ts';
import { createMatcher } from './match-route.ts';
import type { RouteDefinition } from './route-definition.ts';
import { siteRoutes } from './site-routes.ts';

export const allRoutes: RouteDefinition[] = [...siteRoutes, ...adminRoutes];

export const matchRoute = createMatcher(allRoutes);
