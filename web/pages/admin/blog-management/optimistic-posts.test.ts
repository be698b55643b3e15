import { expect, test } from 'vitest';
import { type PostPage, withoutPost, withPublished, withRevised } from './optimistic-posts.ts';

const post = (id: number) => ({
  id,
  title: `Post ${id}`,
  content: '',
  excerpt: '',
  image_url: null,
  created_at: '2026-10-01T17:00:00.000Z',
  day: '2026-09-12',
});

const listed = (total: number, ...ids: number[]): PostPage => ({
  data: ids.map(post),
  pagination: { total, per_page: 10, current_page: 1, last_page: 1, next_page_url: null, prev_page_url: null },
});

test('a new post stands at the end, and the total rises', () => {
  const { data, pagination } = withPublished(listed(2, 2, 1), post(3));

  expect(data.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(pagination).toMatchObject({ total: 3, last_page: 1, next_page_url: null });
});

test('the eleventh post opens a second page', () => {
  const { pagination } = withPublished(listed(10, 2, 1), post(3));

  expect(pagination).toMatchObject({ total: 11, last_page: 2, next_page_url: '/api/admin/blogs?page=2' });
});

test('a revised post replaces its row', () => {
  const { data, pagination } = withRevised(listed(2, 2, 1), { ...post(1), title: 'New' });

  expect(data.map(({ title }) => title)).toEqual(['Post 2', 'New']);
  expect(pagination.total).toBe(2);
});

test('a deleted post is gone, and the total falls', () => {
  const { data, pagination } = withoutPost(listed(11, 2, 1), 2);

  expect(data.map(({ id }) => id)).toEqual([1]);
  expect(pagination).toMatchObject({ total: 10, last_page: 1, next_page_url: null });
});

test('a post that is on another page changes nothing here', () => {
  expect(withoutPost(listed(2, 2, 1), 9)).toEqual(listed(2, 2, 1));
});
