import { expect, test } from 'vitest';
import { circlesIn } from './circles.ts';
import { countLines, figuresOf, roomOf, shapesIn } from './code-figures.ts';

test('a line counts as code, as a comment or as blank, and never twice', () => {
  const text = [
    '// Why.',
    '',
    'const a = 1; // with a comment',
    "const url = 'http://farm.example'; /* and",
    'the rest of it */',
    'const html = `',
    '',
    '`;',
    '',
  ].join('\n');

  expect(countLines('a.ts', text)).toEqual({ code: 4, comments: 2, blank: 2 });
});

test('finds what the figures count', () => {
  const shapes = (text: string) => Object.entries(shapesIn('a.tsx', text)).filter(([, count]) => count > 0);

  expect(shapes('type Deps = { a: number }; type Other = Deps;')).toEqual([['deps', 1]]);
  expect(shapes("type A = Pick<typeof import('./b.ts'), 'c'>; const b = import('./b.ts');")).toEqual([
    ['typeofImports', 1],
  ]);
  expect(shapes('const a = { ...{ b, c }, ...d };')).toEqual([['packedSpreads', 1]]);
  expect(shapes('const a = [cents / 100, 100 * price, cents / 10, share * 100];')).toEqual([['hundreds', 2]]);
  expect(shapes('const a = b as string; const c = d!; const e = [] as const;')).toEqual([['assertions', 2]]);
  expect(shapes("jobs.add({ name: 'mail' });")).toEqual([['jobs', 1]]);
  const lines = (count: number) => `function a() {\n${'b();\n'.repeat(count)}}`;
  expect(shapes(lines(58))).toEqual([]);
  expect(shapes(lines(59))).toEqual([['longFunctions', 1]]);
});

test('a circle is what reaches itself through others', () => {
  const edges = (text: string) => text.split(' ').map((edge) => ({ from: edge[0] ?? '', to: edge[1] ?? '' }));

  expect(circlesIn(edges('ab bc cd aa'))).toEqual([]);
  expect(circlesIn(edges('ab bc ca cd de ed xy'))).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ]);
});

test('a folder of the server and a folder in it are rooms', () => {
  expect(roomOf('server/charges/providers/square.ts')).toBe('charges/providers');
  expect(roomOf('server/orders/labels.ts')).toBe('orders');
  expect(roomOf('server/app.ts')).toBe('server/app.ts');
});

test('counts this project', () => {
  const figures = figuresOf('.');

  expect(figures['circles of files']).toBe('0');
  expect(Number(figures.tables)).toBeGreaterThan(40);
  expect(Number(figures.jobs)).toBeGreaterThan(10);
  expect(Number(figures['statements of an order'])).toBeGreaterThan(0);
});
