// Who may import whom. Every import of ours is `./file` or `#folder/file`, with its extension, so no resolver is needed.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsUp } from './imports-up.ts';

type Import = { from: string; to: string; typeOnly: boolean };
type Rule = { text: string; isBroken(each: Import): boolean };

const top = (path: string) => path.split('/')[0] ?? '';
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || /^(server\/testing|stress)\//.test(path);
const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const holdsData = (path: string) => /^web\/(query|session|cart)\//.test(path);

const mayImport: Record<string, string[]> = {
  content: ['content'],
  contracts: ['contracts', 'content'],
  server: ['server', 'contracts', 'content'],
  web: ['web', 'contracts', 'content', 'docs'],
  cli: ['cli', 'server', 'contracts', 'content'],
  scripts: ['scripts', 'server', 'contracts', 'content', 'playwright.config.ts'],
  stress: ['stress', 'bench', 'scripts', 'cli', 'server', 'contracts', 'content'],
  e2e: ['e2e', 'contracts', 'scripts'],
  bench: ['bench', 'scripts', 'cli', 'contracts'],
};

/** The rooms of the server. A room imports only from rooms before it: on a lower floor, or to its left. */
export const floors = [
  ['database', 'jobs', 'http', 'rate-limits', 'idempotency', 'audit', 'mail', 'media', 'settings'],
  ['accounts', 'delivery'],
  ['catalog', 'blog'],
  ['charges/providers', 'charges'],
  ['pdf', 'invoices'],
  ['orders/search-terms', 'orders', 'orders/export'],
  ['customers'],
  ['harvests', 'reservations'],
  ['books', 'reports', 'alerts', 'privacy', 'old-faults'],
  ['pages', 'ops', 'backup'],
];
const rooms = floors.flat();
/** They belong to their room. */
const NO_ROOMS = /^database\/migrations$/;
/** They put the rooms together. The other files directly in server/ serve all rooms and know none. */
const ROOF = /^server\/(app|core|shop|main|order-features|alert-features|backup-process|graceful-shutdown)\.ts$/;

/** Undefined for a folder that is not on the list. */
export function placeOf(file: string): number | undefined {
  if (ROOF.test(file)) return rooms.length;
  const folder = dirname(file).replace(/^server\/?/, '');
  if (!folder) return -1;
  const room = NO_ROOMS.test(folder) ? dirname(folder) : folder;
  return rooms.includes(room) ? rooms.indexOf(room) : undefined;
}

const inServer = (file: string) => file.startsWith('server/') && !isTest(file);

/** It holds the types of the machinery, which is the first floor. */
const CONTEXT = 'server/context.ts';

export function runsUp({ from, to, typeOnly }: Import): boolean {
  const place = from === CONTEXT && typeOnly ? (floors[0]?.length ?? 0) - 1 : (placeOf(from) ?? 0);
  return inServer(from) && inServer(to) && (placeOf(to) ?? 0) > place;
}

const isListed = ({ from, to }: Import) =>
  importsUp[from.slice('server/'.length)]?.includes(to.slice('server/'.length));

function holdsSchemas(file: string): boolean {
  if (top(file) !== 'contracts') return false;
  const text = readFileSync(file, 'utf8');
  return /from 'zod'/.test(text) || importsIn(file, text).some(({ to, typeOnly }) => !typeOnly && holdsSchemas(to));
}

export const rules: Rule[] = [
  {
    text: 'content <- contracts <- server | web; e2e and bench speak to a running shop',
    isBroken({ from, to, typeOnly }) {
      if (typeOnly && to === 'web/render.tsx') return false;
      if (isTest(from) && ['scripts', 'stress'].includes(top(to))) return false;
      // Stand-ins for outside services are servers of their own.
      if (to.startsWith('server/testing/fake-') || to === 'server/testing/authenticator.ts') return false;
      return top(from) in mayImport && !mayImport[top(from)]?.includes(top(to));
    },
  },
  {
    text: 'the browser takes types from the contracts with schemas, so that zod stays out of the download',
    isBroken: ({ from, to, typeOnly }) => top(from) === 'web' && !typeOnly && holdsSchemas(to),
  },
  {
    text: 'a room of the server imports only from rooms before it in the list, also types',
    isBroken: (each) => runsUp(each) && !isListed(each),
  },
  {
    text: 'pages never import pages',
    isBroken: ({ from, to }) => inside('web/pages')(from) && inside('web/pages')(to) && dirname(from) !== dirname(to),
  },
  {
    text: 'ui never fetches and knows no route, layout or page',
    isBroken: ({ from, to, typeOnly }) =>
      inside('web/ui')(from) && inside('web')(to) && !inside('web/ui')(to) && !typeOnly,
  },
  {
    text: 'query, session and cart hold data and show nothing',
    isBroken: ({ from, to }) => holdsData(from) && inside('web')(to) && !holdsData(to),
  },
];

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([.#][^']+)'/gm;
const EXPRESSION = /(typeof\s+)?import\('([.#][^']+)'\)/g;

export function importsIn(from: string, text: string): Import[] {
  return [...text.matchAll(STATEMENT), ...text.matchAll(EXPRESSION)].map(([, type, path = '']) => ({
    from,
    to: targetOf(from, path.split('?')[0] ?? ''),
    typeOnly: type !== undefined,
  }));
}

const targetOf = (from: string, path: string) =>
  path.startsWith('#') ? path.slice(1) : normalize(join(dirname(from), path));

export function cyclesIn(imports: Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return cycles;
}

/** SQL stays in stores and the environment in config.ts. Matching the text is enough. */
export function findMisplaced(file: string, text: string): string[] {
  if (isTest(file) || !file.startsWith('server/')) return [];
  const problems: string[] = [];
  const holdsSql = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`|\bsql\.raw\(/.test(text);
  if (holdsSql && !/\.store\.ts$/.test(file) && !file.startsWith('server/database/'))
    problems.push('SQL outside of a store');
  if (/process\.env/.test(text) && file !== 'server/config.ts')
    problems.push('the environment is read in config.ts only');
  return problems;
}

/** Exceptions that no import needs. */
export function unneededIn(exceptions: Record<string, string[]>, imports: Import[]): string[] {
  const needed = new Set(imports.filter(runsUp).map(({ from, to }) => `${from} -> ${to}`));
  return Object.entries(exceptions)
    .flatMap(([from, all]) => all.map((to) => `server/${from} -> server/${to}`))
    .filter((each) => !needed.has(each));
}

if (import.meta.main) {
  const files = Object.keys(mayImport).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.tsx?$/.test(file)),
  );
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const imports = texts.flatMap(([file, text]) => importsIn(file, text));
  const problems = [
    ...rules.flatMap((rule) =>
      imports.filter(rule.isBroken).map(({ from, to }) => `${from} imports ${to}: ${rule.text}`),
    ),
    ...files
      .filter((file) => inServer(file) && placeOf(file) === undefined)
      .map((file) => `${file}: its folder is not in the list of rooms`),
    ...unneededIn(importsUp, imports).map((each) => `${each} is listed in imports-up.ts and not needed any more`),
    ...cyclesIn(imports).map((cycle) => `a cycle: ${cycle}`),
    ...texts.flatMap(([file, text]) => findMisplaced(file, text).map((problem) => `${file}: ${problem}`)),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`${files.length} files, ${imports.length} imports, ${problems.length} violations`);
  process.exit(problems.length === 0 ? 0 : 1);
}
