// Fails when a script is added to the pages where cards are entered, until it is in the inventory in docs/payments.md.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientPaymentConfig, providerHosts } from '#server/charges/providers/client-config.ts';
import { configFrom } from '#server/config.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { importsIn } from './check-imports.ts';

const [, section = ''] = readFileSync('docs/payments.md', 'utf8').split('## Scripts on the payment pages');
const inventory = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, script = '']) => script);
const isUrl = (script: string) => script.startsWith('https://');
const packages = inventory.filter((script) => !isUrl(script) && !script.startsWith('/'));

const square = configFrom({
  SITE_URL: 'https://farm.example',
  SQUARE_APPLICATION_ID: 'app',
  SQUARE_LOCATION_ID: 'location',
  SQUARE_ACCESS_TOKEN: 'token',
  SQUARE_ENVIRONMENT: 'production',
});

test('the public site contains only the packages in the inventory', () => {
  // The back office is loaded on /order/{id}, for staff only. No card is entered there.
  const files = reachableFrom('web/site.tsx', new Set(['web/admin.tsx']));
  files.delete('web/admin.tsx');
  const found = [...files].flatMap((file) => packagesIn(readFileSync(file, 'utf8')));

  expect(files).toContain('web/ordering/square-card.tsx');
  expect(new Set(found)).toEqual(new Set(packages));
});

test('the pages with a card form are those in the inventory', () => {
  const [listed = ''] = /^The card form is on these pages.*$/m.exec(section) ?? [];
  const named = [...listed.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path);
  // The back office, which an order's page opens for staff, has none of its own: they follow a link to /pay.
  const routes = ['site', 'admin'].flatMap((side) =>
    readFileSync(`web/router/${side}-routes.ts`, 'utf8').split('defineRoute({').slice(1),
  );
  const withForm = routes
    .filter((route) => {
      const [, page = ''] = /import\('#(web\/pages\/[^']+)'\)/.exec(route) ?? [];
      return reachableFrom(page, new Set(['web/admin.tsx'])).has('web/ordering/card-form.tsx');
    })
    .map((route) => /path: ['`]([^'`]+)/.exec(route)?.[1]);

  expect(withForm.length).toBeGreaterThan(0);
  expect(new Set(named)).toEqual(new Set(withForm));
});

test('the policy of a page allows scripts from the shop and the hosts in the inventory only', () => {
  const policy = securityHeaders('site', true, providerHosts(square))['content-security-policy'] ?? '';
  const sources = policy.split('; ').find((rule) => rule.startsWith('script-src '));
  const hosts = inventory.filter(isUrl).map((url) => new URL(url).origin);

  expect(sources).toBe(`script-src 'self' ${hosts.join(' ')}`);
  expect(policy).toContain("default-src 'none'");
});

test("the provider's script is the one in the inventory", () => {
  expect(inventory.filter(isUrl)).toEqual([Object(clientPaymentConfig(square)).scriptUrl]);
});

/** Our own files that the entry can load, now or later. */
function reachableFrom(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !/\.tsx?$/.test(entry) || !existsSync(entry)) return seen;
  seen.add(entry);
  for (const { to, typeOnly } of importsIn(entry, readFileSync(entry, 'utf8'))) if (!typeOnly) reachableFrom(to, seen);
  return seen;
}

/** Names of imported packages, without paths inside them. React's development helper is not in the build. */
function packagesIn(text: string): string[] {
  const imports = text.matchAll(
    /^\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([a-z@][^']*)'|import\('([a-z@][^']*)'\)/gm,
  );
  return [...imports]
    .map(([, statement = '', expression = '']) => /^(@[^/]+\/)?[^/]+/.exec(statement || expression)?.[0] ?? '')
    .filter((name) => name && name !== '@vitejs/plugin-react');
}
