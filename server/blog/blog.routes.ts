import { route } from '#server/http/route.ts';
import type { Blog } from './blog.ts';
import type { PostPreviews } from './post-previews.ts';
import type { PostVersions } from './post-versions.ts';

type Features = { blog: Blog; versions: PostVersions; previews: PostPreviews };

export const blogRoutes = ({ blog, versions, previews }: Features) => [
  route('GET /api/blogs', ({ query }) => blog.list(query.page, '/api/blogs'), { tags: ['posts'] }),
  route('GET /api/blogs/:id', ({ params }) => blog.find(params.id), { tags: ['posts', 'product-names'] }),
  route('GET /api/blogs/:id/preview', ({ params, query }) => previews.open(params.id, query.token)),
  route('GET /api/admin/blogs', ({ query }) => blog.listAll(query.page, '/api/admin/blogs')),
  route('POST /api/admin/blogs', ({ form, ...change }) => blog.publish(form, change)),
  route('POST /api/admin/blogs/pictures', ({ picture }) => blog.savePicture(picture)),
  route('PUT /api/admin/blogs/:id', ({ params, form, ...change }) => blog.revise(params.id, form, change)),
  route('DELETE /api/admin/blogs/:id', ({ params, actor }) => blog.withdraw(params.id, actor)),
  route('GET /api/admin/blogs/:id/revisions', ({ params, query }) => versions.list(params.id, query.before)),
  route('POST /api/admin/blogs/:id/restorations', ({ params, body, actor }) =>
    versions.restore(params.id, body, actor),
  ),
  route('GET /api/admin/blogs/:id/preview-link', ({ params }) => previews.status(params.id)),
  route('POST /api/admin/blogs/:id/preview-link', ({ params, actor }) => previews.make(params.id, actor)),
  route('DELETE /api/admin/blogs/:id/preview-link', ({ params, actor }) => previews.revoke(params.id, actor)),
];
