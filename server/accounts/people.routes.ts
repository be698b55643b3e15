import { route } from '#server/http/route.ts';
import type { People } from './people.ts';

export const peopleRoutes = (people: People) => [
  route('GET /api/people', () => people.list()),
  route('POST /api/people', ({ body, actor }) => people.add(body, actor)),
  route('PUT /api/people/:id', ({ params, body, actor }) => people.changeRole(params.id, body.staff_role, actor)),
  route('POST /api/people/:id/invitation', ({ params, actor }) => people.sendInvitation(params.id, actor)),
  route('POST /api/people/:id/deactivation', ({ params, actor }) => people.deactivate(params.id, actor)),
  route('DELETE /api/people/:id/sessions', ({ params, actor }) => people.endSessions(params.id, actor)),
];
