import { z } from 'zod';
import { NewEmail, NewName } from './accounts.ts';
import { dataOf, type EndpointTable, IdParams, MessageResponse } from './endpoint.ts';
import { staffRoles } from './staff-roles.ts';

const StaffRole = z.enum(staffRoles, { error: 'Choose owner, staff or writer.' });

const StaffMember = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  staff_role: StaffRole,
  /** `invited` until they have set a password. */
  state: z.enum(['active', 'invited', 'deactivated']),
  two_factor: z.boolean(),
  /** Rounded to the hour; null if they never logged in, or not for three months. */
  last_used_at: z.iso.datetime().nullable(),
});
export type StaffMember = z.output<typeof StaffMember>;

const LAST_OWNER = 'They are the last owner';

export const peopleEndpoints = {
  'GET /api/people': {
    summary: 'Everyone who works here',
    for: 'owner',
    response: dataOf(z.array(StaffMember)),
  },
  'POST /api/people': {
    summary: 'Invite someone by email; the link works once and expires',
    for: 'owner',
    body: z.object({ name: NewName, email: NewEmail, staff_role: StaffRole }),
    response: dataOf(StaffMember),
  },
  'PUT /api/people/:id': {
    summary: 'Change what someone may do',
    for: 'owner',
    params: IdParams,
    body: z.object({ staff_role: StaffRole }),
    response: dataOf(StaffMember),
    errors: { 409: LAST_OWNER },
  },
  'POST /api/people/:id/invitation': {
    summary:
      'Send a new link to set a password; the old password and every session end. Also lets a deactivated person in again',
    for: 'owner',
    params: IdParams,
    response: dataOf(StaffMember),
    errors: { 409: 'It is your own account' },
  },
  'POST /api/people/:id/deactivation': {
    summary: 'Lock someone out: ends every session and voids the password',
    for: 'owner',
    params: IdParams,
    response: dataOf(StaffMember),
    errors: { 409: LAST_OWNER },
  },
  'DELETE /api/people/:id/sessions': {
    summary: "End someone's sessions",
    for: 'owner',
    params: IdParams,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
