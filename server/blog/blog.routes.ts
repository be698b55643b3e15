import { serve } from '#server/http/route.ts';
import type { Blog } from './blog.ts';

export const blogRoutes = (blog: Blog) => [
  serve('GET /api/blogs', ({ query }) => blog.page(query.page, '/api/blogs'), { carries: ['posts'] }),
  serve('GET /api/blogs/:id', ({ params }) => blog.post(params.id), { carries: ['posts'] }),
  serve('GET /api/admin/blogs', ({ query }) => blog.page(query.page, '/api/admin/blogs')),
  serve('POST /api/admin/blogs', ({ form, ...work }) => blog.publish(form, work)),
  serve('POST /api/admin/blogs/pictures', ({ picture }) => blog.keepPicture(picture)),
  serve('PUT /api/admin/blogs/:id', ({ params, form, ...work }) => blog.revise(params.id, form, work)),
  serve('DELETE /api/admin/blogs/:id', ({ params, actor }) => blog.withdraw(params.id, actor)),
];
