// What comes from elsewhere, held to our rules; a part of `npm run check`.
//   npm run packages               checks, and says what the registry knows against them
//   npm run packages -- licences   who is used under which licence
//   npm run packages -- sbom       a bill of materials (CycloneDX) of what the running shop needs
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Pinned = z.object({
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

const MOST_AT_RUN_TIME = 20;
/** Those that may run something when they are installed: none. */
const mayRun: string[] = [];
/** Free to use in a shop that is not itself free. sharp's libvips is linked, not changed. */
const licences = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Python-2.0', 'Zlib'],
  ...['MPL-2.0', 'OFL-1.1', 'LGPL-3.0-or-later'],
];

const { dependencies, devDependencies } = Manifest.parse(readJson('package.json'));
const installed = Object.entries(Lock.parse(readJson('package-lock.json')).packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...Pinned.parse(entry) }));

const [part = 'check'] = process.argv.slice(2);
if (part === 'licences') printLicences();
else if (part === 'sbom') process.exit(npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev').status ?? 1);
else check();

function check(): void {
  const reasons = readFileSync('docs/dependencies.md', 'utf8');
  const wrong = [
    ...Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} ${version} is not an exact version`),
    ...Object.keys({ ...dependencies, ...devDependencies })
      .filter((name) => !reasons.includes(`\`${name}\``) && !reasons.includes(`\`${name.split('/')[0]}/*\``))
      .map((name) => `${name} has no reason in docs/dependencies.md`),
    ...installed.filter(({ integrity }) => !integrity).map(({ name }) => `${name} has no checksum in the lock file`),
    ...installed
      .filter(({ name, hasInstallScript }) => hasInstallScript && !mayRun.includes(name))
      .map(({ name }) => `${name} wants to run a script when it is installed`),
    ...installed.filter(({ license }) => !isFree(license)).map(({ name, license }) => `${name} is under ${license}`),
  ];
  const count = Object.keys(dependencies).length;
  if (count > MOST_AT_RUN_TIME) wrong.push(`${count} packages at run time; ${MOST_AT_RUN_TIME} are allowed`);
  for (const line of wrong) console.error(line);
  const known = knownAgainstThem();
  console.log(`${count} packages at run time, ${installed.length} in all, ${wrong.length} against the rules`);
  process.exit(wrong.length > 0 || known ? 1 : 0);
}

/** Whether the registry has advisories of weight. One that does not answer is said, and stops nobody. */
function knownAgainstThem(): boolean {
  const { stdout } = npm('audit', '--json', '--omit', 'dev');
  const answer = z
    .object({ metadata: z.object({ vulnerabilities: z.object({ high: z.int(), critical: z.int() }) }) })
    .safeParse(read(stdout));
  if (!answer.success) {
    console.log('The registry did not say what it knows against these packages.');
    return false;
  }
  const { high, critical } = answer.data.metadata.vulnerabilities;
  if (high + critical > 0) console.error(`The registry knows ${high + critical} grave faults of them: npm audit`);
  return high + critical > 0;
}

function printLicences(): void {
  for (const { name, version, license, dev } of installed.toSorted((a, b) => a.license.localeCompare(b.license)))
    console.log(`${license}\t${name} ${version}${dev ? '\t(build and tests)' : ''}`);
}

function isFree(expression: string): boolean {
  const words = expression.replace(/[()]/g, '').split(/ AND | OR /);
  return expression.includes(' OR ')
    ? words.some((word) => licences.includes(word))
    : words.every((word) => licences.includes(word));
}

function npm(...args: string[]) {
  const printed = args[0] === 'sbom' ? ('inherit' as const) : ('pipe' as const);
  return spawnSync('npm', args, { encoding: 'utf8', stdio: ['ignore', printed, 'ignore'], timeout: 60_000 });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function read(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
