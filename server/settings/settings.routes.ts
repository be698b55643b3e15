import type { Account } from '#contracts/accounts.ts';
import type { SectionName } from '#contracts/setting-sections.ts';
import { sharedSections } from '#contracts/settings.ts';
import { route } from '#server/http/route.ts';
import { forbidden } from '#server/http-errors.ts';
import type { SettingPreviews } from './setting-previews.ts';
import type { SettingsFeature } from './settings.ts';

type Features = { settings: SettingsFeature; previews: SettingPreviews };

export const settingsRoutes = ({ settings, previews }: Features) => [
  route('GET /api/settings/:section', ({ params, actor }) => settings.get(allowed(params.section, actor))),
  route('PUT /api/settings/:section', ({ params, body, actor }) =>
    settings.save(allowed(params.section, actor), body, actor),
  ),
  route('GET /api/settings/:section/versions', ({ params, query, actor }) =>
    settings.listVersions(allowed(params.section, actor), query.before),
  ),
  route('POST /api/settings/:section/previews', ({ params, body, actor }) =>
    previews.create(allowed(params.section, actor), body.value),
  ),
  route('POST /api/settings/:section/restore', ({ params, body, actor }) =>
    settings.restore(allowed(params.section, actor), body, actor),
  ),
];

function allowed(section: SectionName, { staff_role }: Account): SectionName {
  if (staff_role !== 'owner' && !sharedSections.includes(section)) throw forbidden();
  return section;
}
