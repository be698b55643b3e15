// Optimistic updates of the post list, applied before anything is fetched again.
import type { Post } from '#contracts/blog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { query } from '#web/query/query.ts';

export type PostPage = ResponseOf<'GET /api/admin/blogs'>;

export const urlOf = (page: number): string => query('GET /api/admin/blogs', { query: { page } }).url;

/** Appended at the end, as the specification says. */
export function appendPost({ data, pagination }: PostPage, post: Post): PostPage {
  return { data: [...data, post], pagination: adjustTotal(pagination, 1) };
}

export function replacePost({ data, pagination }: PostPage, post: Post): PostPage {
  return { data: data.map((each) => (each.id === post.id ? post : each)), pagination };
}

export function removePost({ data, pagination }: PostPage, id: number): PostPage {
  const remaining = data.filter((each) => each.id !== id);
  return { data: remaining, pagination: adjustTotal(pagination, remaining.length - data.length) };
}

function adjustTotal(pagination: PostPage['pagination'], change: number): PostPage['pagination'] {
  const { per_page, current_page } = pagination;
  const total = pagination.total + change;
  const last_page = Math.max(1, Math.ceil(total / per_page));
  return { ...pagination, total, last_page, next_page_url: current_page < last_page ? urlOf(current_page + 1) : null };
}
