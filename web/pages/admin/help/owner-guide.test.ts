// What the guide links to and shows exists, and every page has a section in it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagePaths } from '#contracts/page-paths.ts';
import { picturesIn, renderGuide } from '#scripts/guide-html.ts';
import { helpFor } from '#web/layout/admin-help.ts';
import { adminRoutes } from '#web/router/admin-routes.ts';
import { allRoutes } from '#web/router/all-routes.ts';
import { createMatcher } from '#web/router/match-route.ts';

const markdown = readFileSync('docs/owner-guide.md', 'utf8');
const render = (text: string) => renderGuide(text, () => ({ width: 1024, height: 640 }));
const { sections, html } = render(markdown);
const anchors = sections.map(({ anchor }) => anchor);
const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

test.each(adminRoutes.filter(({ name }) => name !== 'help').map(({ path }) => path))(
  'the help of %s opens a section of the guide',
  (path) => {
    const [page, anchor] = (helpFor(path.replace(':id', '12').replace(':section', 'farm')) ?? '').split('#');

    expect(page).toBe(pagePaths.help);
    expect(anchors).toContain(anchor);
  },
);

test.each([
  ['/dashboard/settings/faqs', 'words-on-the-site'],
  ['/dashboard/settings/faqs/versions', 'undo-a-change'],
  ['/product-management', 'products-and-stock'],
  ['/order/12', 'orders-day-by-day'],
])('%s is explained under %s', (path, anchor) => {
  expect(helpFor(path)).toBe(`${pagePaths.help}#${anchor}`);
});

test('every section that the guide links to is there, under a name of its own', () => {
  const linked = hrefs.filter((href) => href.startsWith('#')).map((href) => href.slice(1));

  expect(linked.length).toBeGreaterThan(0);
  expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  expect(new Set(anchors).size).toBe(anchors.length);
});

test('every page that the guide names is there', () => {
  const matchRoute = createMatcher(allRoutes);
  const pages = hrefs.filter((href) => href.startsWith('/'));

  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((path) => !matchRoute(path, ''))).toEqual([]);
});

test('every picture of the guide is there, small and used', () => {
  const named = picturesIn(markdown);

  expect(new Set(readdirSync('docs/images/guide').map((file) => `images/guide/${file}`))).toEqual(new Set(named));
  for (const picture of named) expect(statSync(join('docs', picture)).size, picture).toBeLessThanOrEqual(60_000);
});

test('Markdown becomes HTML, and what is not Markdown stays text', () => {
  const text =
    '# T\n\n## A & B\n\nOne **two**\n*three* `four` `/dashboard` [five](#a--b) <script>\n\n- x\n  y\n- z\n\n1. q';

  expect(render(text).html.split('\n')).toEqual([
    '<h2 id="a--b" tabindex="-1">A &amp; B</h2>',
    '<p>One <strong>two</strong> <em>three</em> <code>four</code> <a href="/dashboard">/dashboard</a> <a href="#a--b">five</a> &lt;script&gt;</p>',
    '<ul><li>x y</li><li>z</li></ul>',
    '<ol><li>q</li></ol>',
  ]);
});

test.each(['### Deep', '| a | b |', '> quote', '![elsewhere](https://example.com/x.png)'])(
  'refuses Markdown it cannot show: %s',
  (text) => {
    expect(() => render(text)).toThrow("can't show");
  },
);
