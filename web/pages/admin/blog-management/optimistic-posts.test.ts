import { expect, test } from 'vitest';
import { appendPost, type PostPage, removePost, replacePost } from './optimistic-posts.ts';

const post = (id: number) => ({
  id,
  title: `Post ${id}`,
  content: '',
  excerpt: '',
  image_url: null,
  description: '',
  created_at: '2026-10-01T17:00:00.000Z',
  published_at: '2026-10-01T17:00:00.000Z',
  updated_at: '2026-10-01T17:00:00.000Z',
  day: '2026-09-12',
  version: 1,
});

const page = (total: number, ...ids: number[]): PostPage => ({
  data: ids.map(post),
  pagination: { total, per_page: 10, current_page: 1, last_page: 1, next_page_url: null, prev_page_url: null },
});

test('a new post is appended and the total increases', () => {
  const { data, pagination } = appendPost(page(2, 2, 1), post(3));

  expect(data.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(pagination).toMatchObject({ total: 3, last_page: 1, next_page_url: null });
});

test('the eleventh post adds a second page', () => {
  const { pagination } = appendPost(page(10, 2, 1), post(3));

  expect(pagination).toMatchObject({ total: 11, last_page: 2, next_page_url: '/api/admin/blogs?page=2' });
});

test('an updated post replaces its row', () => {
  const { data, pagination } = replacePost(page(2, 2, 1), { ...post(1), title: 'New' });

  expect(data.map(({ title }) => title)).toEqual(['Post 2', 'New']);
  expect(pagination.total).toBe(2);
});

test('a deleted post is removed and the total decreases', () => {
  const { data, pagination } = removePost(page(11, 2, 1), 2);

  expect(data.map(({ id }) => id)).toEqual([1]);
  expect(pagination).toMatchObject({ total: 10, last_page: 1, next_page_url: null });
});

test('a post on another page changes nothing', () => {
  expect(removePost(page(2, 2, 1), 9)).toEqual(page(2, 2, 1));
});
