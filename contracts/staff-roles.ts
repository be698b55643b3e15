// What members of staff may do, from most to least. docs/roles.md lists it endpoint by endpoint.
export const staffRoles = ['owner', 'staff', 'writer'] as const;
export type StaffRole = (typeof staffRoles)[number];
