// Everything the shop shows: both tables of pages, as the server reads them. A browser gets the one of its side.
import { adminPages } from './admin-pages.ts';
import { finderOf } from './find-page.ts';
import type { PageDefinition } from './page.ts';
import { sitePages } from './site-pages.ts';

export const pages: PageDefinition[] = [...sitePages, ...adminPages];

export const findPage = finderOf(pages);
