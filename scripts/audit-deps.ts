// Checks the dependencies against our rules; part of `npm run check`.
//   npm run audit-deps               checks, including npm audit
//   npm run audit-deps -- licenses   lists packages by license
//   npm run audit-deps -- sbom       prints a bill of materials (CycloneDX) of the runtime dependencies
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const LockedPackage = z.object({
  version: z.string(),
  license: z.string().default('unknown'),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
});
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) });
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const MAX_RUNTIME_PACKAGES = 20;
/** Packages that may run an install script: none. */
const installScriptAllowed: string[] = [];
/** Packages that name their license only in their LICENSE file. */
const licenseFiles: Record<string, string> = { 'png-js': 'MIT' };
/** Licenses that allow use in a closed-source shop. sharp's libvips is linked, not modified. */
const allowedLicenses = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Python-2.0',
  'Zlib',
  'MPL-2.0',
  'OFL-1.1',
  'LGPL-3.0-or-later',
];

const { dependencies, devDependencies } = Manifest.parse(readJson('package.json'));
const installed = Object.entries(Lock.parse(readJson('package-lock.json')).packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...LockedPackage.parse(entry) }))
  .map((each) => ({ ...each, license: licenseFiles[each.name] ?? each.license }));

const [part = 'check'] = process.argv.slice(2);
if (part === 'licenses') printLicenses();
else if (part === 'sbom') process.exit(npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev').status ?? 1);
else check();

function check(): void {
  const reasons = readFileSync('docs/dependencies.md', 'utf8');
  const violations = [
    ...Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} ${version} is not an exact version`),
    ...Object.keys({ ...dependencies, ...devDependencies })
      .filter((name) => !reasons.includes(`\`${name}\``) && !reasons.includes(`\`${name.split('/')[0]}/*\``))
      .map((name) => `${name} has no reason in docs/dependencies.md`),
    ...installed.filter(({ integrity }) => !integrity).map(({ name }) => `${name} has no checksum in the lock file`),
    ...installed
      .filter(({ name, hasInstallScript }) => hasInstallScript && !installScriptAllowed.includes(name))
      .map(({ name }) => `${name} has an install script`),
    ...installed
      .filter(({ license }) => !isAllowed(license))
      .map(({ name, license }) => `${name} has the license ${license}`),
  ];
  const count = Object.keys(dependencies).length;
  if (count > MAX_RUNTIME_PACKAGES)
    violations.push(`${count} runtime packages; at most ${MAX_RUNTIME_PACKAGES} are allowed`);
  for (const line of violations) console.error(line);
  const vulnerable = hasVulnerabilities();
  console.log(`${count} runtime packages, ${installed.length} in total, ${violations.length} violations`);
  process.exit(violations.length > 0 || vulnerable ? 1 : 0);
}

/** Whether npm audit reports high or critical vulnerabilities. If the registry is unreachable, that is logged but does not fail. */
function hasVulnerabilities(): boolean {
  const { stdout } = npm('audit', '--json', '--omit', 'dev');
  const report = z
    .object({ metadata: z.object({ vulnerabilities: z.object({ high: z.int(), critical: z.int() }) }) })
    .safeParse(parseJson(stdout));
  if (!report.success) {
    console.log('npm audit: skipped (registry unreachable)');
    return false;
  }
  const { high, critical } = report.data.metadata.vulnerabilities;
  if (high + critical > 0) console.error(`npm audit: ${high + critical} high or critical vulnerabilities`);
  return high + critical > 0;
}

function printLicenses(): void {
  for (const { name, version, license, dev } of installed.toSorted((a, b) => a.license.localeCompare(b.license)))
    console.log(`${license}\t${name} ${version}${dev ? '\t(build and tests)' : ''}`);
}

function isAllowed(expression: string): boolean {
  const ids = expression.replace(/[()]/g, '').split(/ AND | OR /);
  return expression.includes(' OR ')
    ? ids.some((id) => allowedLicenses.includes(id))
    : ids.every((id) => allowedLicenses.includes(id));
}

function npm(...args: string[]) {
  const stdout = args[0] === 'sbom' ? ('inherit' as const) : ('pipe' as const);
  return spawnSync('npm', args, { encoding: 'utf8', stdio: ['ignore', stdout, 'ignore'], timeout: 60_000 });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
