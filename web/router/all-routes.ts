// Everything the shop shows: both tables of pages, as the server reads them. A browser gets the one of its side.
import { adminPages } from './admin-routes.ts';
import { finderOf } from './match-route.ts';
import type { PageDefinition } from './route-definition.ts';
import { sitePages } from './site-routes.ts';

export const pages: PageDefinition[] = [...sitePages, ...adminPages];

export const findPage = finderOf(pages);
