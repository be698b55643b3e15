import * as sample from '../api-example-data.ts';
import { type Examples, id, message, page } from './example.ts';

export const blogExamples = {
  'GET /api/blogs': { query: { page: '1' }, response: page([sample.post]) },
  'GET /api/blogs/:id': {
    params: id(3),
    response: {
      data: sample.post,
      previous: { id: 2, title: 'First bags of the season are tied and weighed' },
      next: null,
      hops: [{ slug: 'cascade', name: 'Cascade' }],
    },
  },
  'GET /api/blogs/:id/preview': {
    params: id(3),
    query: { token: 'TOKEN_FROM_THE_LINK' },
    response: {
      data: { ...sample.post, published_at: null },
      previous: { id: 2, title: 'First bags of the season are tied and weighed' },
      next: null,
      hops: [{ slug: 'comet', name: 'Cascade' }],
      preview_until: '2026-09-19T16:00:00.000Z',
    },
  },
  'GET /api/admin/blogs': { query: { page: '1' }, response: page([sample.post]) },
  'POST /api/admin/blogs': {
    form: {
      ...{ title: sample.post.title, description: sample.post.description, published_at: sample.post.published_at },
      content: sample.post.content,
    },
    response: { data: sample.post },
  },
  'POST /api/admin/blogs/pictures': {
    form: {},
    response: { data: { url: '/blogs/3f1c9a0b7d2e4856-1200x800.jpg', width: 1200, height: 800 } },
  },
  'PUT /api/admin/blogs/:id': {
    params: id(3),
    form: { title: sample.post.title, content: sample.post.content, version: '1' },
    response: { data: { ...sample.post, version: 2 } },
  },
  'DELETE /api/admin/blogs/:id': { params: id(3), response: message('The blog post was deleted.') },
  'GET /api/admin/blogs/:id/revisions': {
    params: id(3),
    response: { data: [sample.postRevision], next_page_url: null },
  },
  'POST /api/admin/blogs/:id/restorations': {
    params: id(3),
    body: { to: 1, version: 2 },
    response: { data: { ...sample.post, version: 3 } },
  },
  'GET /api/admin/blogs/:id/preview-link': {
    params: id(3),
    response: { data: { expires_at: '2026-09-19T16:00:00.000Z' } },
  },
  'POST /api/admin/blogs/:id/preview-link': {
    params: id(3),
    response: {
      data: {
        url: 'https://hops.example/blog/3?preview=TOKEN_FROM_THE_LINK',
        expires_at: '2026-09-19T16:00:00.000Z',
      },
    },
  },
  'DELETE /api/admin/blogs/:id/preview-link': {
    params: id(3),
    response: message('The preview link no longer works.'),
  },
  'GET /api/pictures': { query: { page: '1' }, response: page([sample.libraryPicture]) },
  'POST /api/pictures': { form: { alt: sample.libraryPicture.alt }, response: { data: sample.libraryPicture } },
  'PUT /api/pictures/:name': {
    params: { name: sample.libraryPicture.name },
    body: { alt: sample.libraryPicture.alt, version: 1 },
    response: { data: { ...sample.libraryPicture, version: 2 } },
  },
  'DELETE /api/pictures/:name': {
    params: { name: sample.libraryPicture.name },
    response: message('The picture was removed.'),
  },
} satisfies Examples;
