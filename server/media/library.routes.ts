import { route } from '#server/http/route.ts';
import type { Library } from './library.ts';

export const libraryRoutes = (library: Library) => [
  route('GET /api/pictures', ({ query }) => library.list(query)),
  route('POST /api/pictures', ({ picture, form, actor }) => library.upload(picture, form.alt, actor)),
  route('PUT /api/pictures/:name', ({ params, body, actor }) => library.describe(params.name, body, actor)),
  route('DELETE /api/pictures/:name', ({ params, actor }) => library.remove(params.name, actor)),
];
