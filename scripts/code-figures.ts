// Counts what shows whether the code gets easier to find your way around. npm run figures, or -- FOLDER for another checkout.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { importsIn, isTest } from './check-imports.ts';
import { circlesIn } from './circles.ts';

const PARTS = ['server', 'contracts', 'cli', 'web'];
const LONG_FUNCTION = 60;
const LONG_FILE = 250;
/** The one place that may turn dollars into cents. */
const MONEY = /^contracts\/money\.ts$/;
const STATEMENTS_TEST = 'server/database/round-trips.postgres.test.ts';

type Lines = { code: number; comments: number; blank: number };
type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** A line with code counts as code, even if it ends with a comment. */
export function countLines(file: string, text: string): Lines {
  const { comments } = parseSync(file, text);
  let bare = text;
  for (const { start, end } of comments)
    bare = bare.slice(0, start) + bare.slice(start, end).replace(/[^\n]/g, ' ') + bare.slice(end);
  const counted: Lines = { code: 0, comments: 0, blank: 0 };
  const code = bare.split('\n');
  const lines = text.replace(/\n$/, '').split('\n');
  for (const [index, line] of lines.entries())
    counted[code[index]?.trim() ? 'code' : line.trim() ? 'comments' : 'blank'] += 1;
  return counted;
}

const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
const MONEY_WORD = /cents|dollar|price|amount|balance|refund|overdue|total|fee|paid/i;
const isHundred = (node: Node) => node.type === 'Literal' && node.value === 100;
const isConst = (node: Node) => node.type === 'TSTypeReference' && Object(node.typeName).name === 'const';

/** How often each of these is in a file. */
export function shapesIn(file: string, text: string) {
  const found = { longFunctions: 0, deps: 0, typeofImports: 0, packedSpreads: 0, hundreds: 0, assertions: 0, jobs: 0 };
  const sourceOf = ({ start, end }: Node) => text.slice(start, end);
  for (const node of nodesIn(parseSync(file, text).program)) {
    if (isFunction(node) && sourceOf(node).split('\n').length > LONG_FUNCTION) found.longFunctions += 1;
    if (node.type === 'TSTypeAliasDeclaration' && Object(node.id).name === 'Deps') found.deps += 1;
    if (node.type === 'TSTypeQuery' && Object(node.exprName).type === 'TSImportType') found.typeofImports += 1;
    if (node.type === 'SpreadElement' && Object(node.argument).type === 'ObjectExpression') found.packedSpreads += 1;
    if (node.type === 'BinaryExpression' && /^[*/]$/.test(String(node.operator)) && MONEY_WORD.test(sourceOf(node)))
      found.hundreds += [node.left, node.right].filter((side) => isHundred(Object(side))).length;
    if (node.type === 'TSNonNullExpression') found.assertions += 1;
    if (node.type === 'TSAsExpression' && !isConst(Object(node.typeAnnotation))) found.assertions += 1;
    if (node.type === 'CallExpression' && sourceOf(Object(node.callee)) === 'jobs.add') found.jobs += 1;
  }
  return found;
}

function* nodesIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each);
  else if (node && typeof node === 'object') {
    if (isNode(node)) yield node;
    yield* nodesIn(Object.values(node));
  }
}

const isNode = (value: object): value is Node => 'type' in value && typeof value.type === 'string' && 'start' in value;

/** A folder of the server is a room, and so is a folder of a room. A file directly in server/ counts as a room of its own. */
export const roomOf = (file: string): string => {
  const [, first = '', second = '', third] = file.split('/');
  return third ? `${first}/${second}` : second ? first : file;
};

function read(root: string) {
  const names = PARTS.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((name) => join(part, name)),
  );
  return names
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

export function figuresOf(root: string): Record<string, string | number> {
  const files = read(root).map(({ file, text }) => ({
    file,
    text,
    lines: countLines(file, text),
    shapes: shapesIn(file, text),
  }));
  const inPart = (part: string) => files.filter(({ file }) => file.startsWith(`${part}/`));
  const sum = (each: typeof files, kind: keyof Lines) => each.reduce((total, { lines }) => total + lines[kind], 0);
  const all = (shape: keyof ReturnType<typeof shapesIn>, of = files) =>
    of.reduce((total, { shapes }) => total + shapes[shape], 0);
  const server = inPart('server');
  const inRooms = Map.groupBy(server, ({ file }) => roomOf(file).split('/')[0] ?? '');
  const [[biggest = '', ownFiles = []] = []] = [...inRooms].toSorted((a, b) => sum(b[1], 'code') - sum(a[1], 'code'));
  const imports = files.flatMap(({ file, text }) => importsIn(file, text));
  const between = (of: (file: string) => string) =>
    imports
      .filter(({ from, to }) => [from, to].every((file) => file.startsWith('server/')))
      .map(({ from, to }) => ({ from: of(from), to: of(to) }));
  const circles = (found: string[][]) => [found.length, ...found.map((each) => `(${each.join(' ')})`)].join(' ');
  const statements = /expect\((?:one|ofOne)\.statements\)\.toBe\((\d+)\)/.exec(
    readFileSync(join(root, STATEMENTS_TEST), 'utf8'),
  );
  return {
    ...Object.fromEntries(
      PARTS.map((part) => {
        const [code, comments, blank] = (['code', 'comments', 'blank'] as const).map((kind) => sum(inPart(part), kind));
        return [`lines of ${part}`, `${code} of code, ${comments} of comments, ${blank} blank`];
      }),
    ),
    'biggest room': `server/${biggest}, ${((100 * sum(ownFiles, 'code')) / sum(server, 'code')).toFixed(1)} % of the server`,
    'circles of rooms': circles(circlesIn(between(roomOf))),
    'circles of files': circles(circlesIn(imports.filter(({ typeOnly }) => !typeOnly))),
    [`functions over ${LONG_FUNCTION} lines`]: all('longFunctions'),
    [`files over ${LONG_FILE} lines of code`]: files.filter(({ lines }) => lines.code > LONG_FILE).length,
    'Deps types': all('deps'),
    'typeof import': all('typeofImports'),
    'packed spreads': all('packedSpreads'),
    'money times or divided by 100': all(
      'hundreds',
      files.filter(({ file }) => !MONEY.test(file)),
    ),
    'flat files in contracts': inPart('contracts').filter(({ file }) => dirname(file) === 'contracts').length,
    'type assertions': all('assertions'),
    tables: tablesIn(readFileSync(join(root, 'server/database/schema.ts'), 'utf8')),
    jobs: all('jobs'),
    'statements of an order': statements ? Number(statements[1]) : 'not found',
  };
}

/** The members of the type Tables. */
function tablesIn(schema: string): number {
  const [tables] = [...nodesIn(parseSync('schema.ts', schema).program)].filter(
    (node) =>
      (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration') &&
      Object(node.id).name === 'Tables',
  );
  const { members, body } = Object(Object(tables).typeAnnotation ?? tables);
  return (members ?? body?.body ?? []).length;
}

if (import.meta.main)
  for (const [what, figure] of Object.entries(figuresOf(process.argv[2] ?? '.')))
    console.log(`${what.padEnd(42)} ${figure}`);
