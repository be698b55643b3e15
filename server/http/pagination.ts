import { z } from 'zod';
import { Pagination } from '#contracts/endpoint.ts';

type Position = { path: string; page: number; total: number; perPage: number };

export function pagination({ path, page, total, perPage }: Position): Pagination {
  const last = Math.max(1, Math.ceil(total / perPage));
  const urlOf = (number: number) => `${path}${path.includes('?') ? '&' : '?'}page=${number}`;
  return {
    total,
    per_page: perPage,
    current_page: page,
    last_page: last,
    next_page_url: page < last ? urlOf(page + 1) : null,
    // Past the end, "previous" leads to the last page that exists.
    prev_page_url: page > 1 ? urlOf(Math.min(page - 1, last)) : null,
  };
}

const PastLastPage = z.object({
  pagination: Pagination.refine(({ current_page, last_page }) => current_page > last_page),
});

/** There are endless such pages, so their responses are not cached. */
export const isPastLastPage = (reply: unknown): boolean => PastLastPage.safeParse(reply).success;
