import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { readWebBuild } from './build-manifest.ts';

const { matchRoute, render } = await (await readWebBuild('dist', {})).renderer();
const { farm } = defaultSettings;
const clientConfig = { year: '2026', farm: { ...farm, answers_tours: true }, payments: { provider: 'demo' } } as const;

test('a page that cannot be rendered is an error with its cause, not an empty page', async () => {
  const match = matchRoute('/blogs', '');
  const results: [string, unknown][] = [['/api/blogs?page=1', { data: [null], pagination: null }]];

  await expect(render({ path: '/blogs', match, results, clientConfig })).rejects.toThrow(TypeError);
});
