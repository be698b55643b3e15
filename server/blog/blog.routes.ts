import { route } from '#server/http/route.ts';
import type { Blog } from './blog.ts';

export const blogRoutes = (blog: Blog) => [
  route('GET /api/blogs', ({ query }) => blog.list(query.page, '/api/blogs'), { tags: ['posts'] }),
  route('GET /api/blogs/:id', ({ params }) => blog.find(params.id), { tags: ['posts', 'product-names'] }),
  route('GET /api/admin/blogs', ({ query }) => blog.list(query.page, '/api/admin/blogs')),
  route('POST /api/admin/blogs', ({ form, ...change }) => blog.publish(form, change)),
  route('POST /api/admin/blogs/pictures', ({ picture }) => blog.savePicture(picture)),
  route('PUT /api/admin/blogs/:id', ({ params, form, ...change }) => blog.revise(params.id, form, change)),
  route('DELETE /api/admin/blogs/:id', ({ params, actor }) => blog.withdraw(params.id, actor)),
];
