import type { StaffRole } from '#contracts/staff-roles.ts';

export const roleTexts: { role: StaffRole; label: string; text: string }[] = [
  { role: 'owner', label: 'Owner', text: 'Everything, including settings, people and backups.' },
  { role: 'staff', label: 'Staff', text: 'Orders, products, lots, posts, gallery, pictures, sales and emails.' },
  { role: 'writer', label: 'Writer', text: 'Blog posts, gallery and pictures.' },
];
