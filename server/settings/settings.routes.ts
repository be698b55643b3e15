import { route } from '#server/http/route.ts';
import type { SettingsFeature } from './settings.ts';

export const settingsRoutes = (settings: SettingsFeature) => [
  route('GET /api/settings/:section', ({ params }) => settings.get(params.section)),
  route('PUT /api/settings/:section', ({ params, body, actor }) => settings.save(params.section, body, actor)),
  route('GET /api/settings/:section/versions', ({ params }) => settings.listVersions(params.section)),
  route('POST /api/settings/:section/previews', ({ params, body }) =>
    settings.createPreview(params.section, body.value),
  ),
  route('POST /api/settings/:section/restore', ({ params, body, actor }) =>
    settings.restore(params.section, body, actor),
  ),
];
