// The list that is shown takes up an own change at once, before anything is fetched again.
import type { Post } from '#contracts/blog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { query } from '#web/query/query.ts';

export type PostPage = ResponseOf<'GET /api/admin/blogs'>;

export const urlOf = (page: number): string => query('GET /api/admin/blogs', { query: { page } }).url;

/** At the end, as the specification says, whatever its date. */
export function withPublished({ data, pagination }: PostPage, post: Post): PostPage {
  return { data: [...data, post], pagination: counted(pagination, 1) };
}

export function withRevised({ data, pagination }: PostPage, post: Post): PostPage {
  return { data: data.map((each) => (each.id === post.id ? post : each)), pagination };
}

export function withoutPost({ data, pagination }: PostPage, id: number): PostPage {
  const left = data.filter((each) => each.id !== id);
  return { data: left, pagination: counted(pagination, left.length - data.length) };
}

function counted(pagination: PostPage['pagination'], more: number): PostPage['pagination'] {
  const { per_page, current_page } = pagination;
  const total = pagination.total + more;
  const last_page = Math.max(1, Math.ceil(total / per_page));
  return { ...pagination, total, last_page, next_page_url: current_page < last_page ? urlOf(current_page + 1) : null };
}
