import { expect, test } from 'vitest';
import { cyclesIn, findMisplaced, floors, importsIn, placeOf, rules, unneededIn } from './check-imports.ts';

const violationsOf = (from: string, text: string) =>
  importsIn(from, text).filter((each) => rules.some((rule) => rule.isBroken(each)));

test.each([
  ['server/accounts/accounts.ts', "import { x } from '#server/blog/blog.ts';"],
  ['server/accounts/accounts.ts', "import type { Blog } from '#server/blog/blog.ts';"],
  ['server/catalog/stock.ts', "import { x } from '#server/blog/blog.ts';"],
  ['server/clock.ts', "import { x } from '#server/database/database.ts';"],
  ['server/context.ts', "import { x } from '#server/database/database.ts';"],
  ['server/context.ts', "import type { X } from '#server/blog/blog.ts';"],
  ['server/blog/blog.ts', "import { x } from '#server/app.ts';"],
  ['server/blog/blog.ts', "import { x } from '#web/router/all-routes.ts';"],
  ['contracts/blog.ts', "import { x } from '#server/app.ts';"],
  ['content/farm.ts', "import { x } from '#contracts/endpoint.ts';"],
  ['web/pages/site/blog/a.tsx', "import { x } from '#web/pages/site/blogs/b.tsx';"],
  ['web/pages/site/blog/a.tsx', "import { Post } from '#contracts/blog.ts';"],
  ['web/ui/a.tsx', "import { x } from '#web/query/request.ts';"],
  ['web/query/a.ts', "import {\n  x,\n  y,\n} from '#web/ui/a.tsx';"],
  ['e2e/a.spec.ts', "import { x } from '#server/app.ts';"],
  ['bench/bench.ts', "const x = await import('#server/app.ts');"],
])('%s may not contain %s', (from, text) => {
  expect(violationsOf(from, text)).toHaveLength(1);
});

test.each([
  ['server/blog/blog.ts', "import { x } from '#server/media/media.ts';"],
  ['server/blog/blog.ts', "import { x } from '#server/catalog/stock.ts';"],
  ['server/database/migrate.ts', "import { x } from './migrations/0001-initial.ts';"],
  ['server/database/migrations/0001-initial.ts', "import type { Migration } from '../migrate.ts';"],
  ['server/blog/blog.ts', "import { notFound } from '#server/http-errors.ts';"],
  ['server/app.ts', "import { createBlog } from './blog/blog.ts';"],
  ['server/context.ts', "import type { X } from '#server/database/database.ts';"],
  ['server/pages/build-manifest.ts', "type R = typeof import('#web/render.tsx');"],
  ['web/pages/site/blog/a.tsx', "import type { Post } from '#contracts/blog.ts';"],
  ['web/pages/site/blog/a.tsx', "import { pagePaths } from '#contracts/page-paths.ts';"],
])('%s may contain %s', (from, text) => {
  expect(violationsOf(from, text)).toEqual([]);
});

test('every room stands in the list once, and a folder that does not is found', () => {
  expect(new Set(floors.flat()).size).toBe(floors.flat().length);
  expect(placeOf('server/blog/blog.ts')).toBe(floors.flat().indexOf('blog'));
  expect(placeOf('server/attic/box.ts')).toBeUndefined();
});

test('finds an exception that is no longer needed', () => {
  const imports = importsIn('server/accounts/accounts.ts', "import { x } from '#server/blog/blog.ts';");
  const exceptions = { 'accounts/accounts.ts': ['blog/blog.ts', 'blog/posts.ts'] };

  expect(unneededIn(exceptions, imports)).toEqual(['server/accounts/accounts.ts -> server/blog/posts.ts']);
});

test('finds import cycles, but ignores cycles of types', () => {
  const cycle = [
    ...importsIn('a/x.ts', "import { y } from './y.ts';"),
    ...importsIn('a/y.ts', "import { x } from './x.ts';"),
  ];
  const types = [
    ...importsIn('a/x.ts', "import { y } from './y.ts';"),
    ...importsIn('a/y.ts', "import type { x } from './x.ts';"),
  ];

  expect(cyclesIn(cycle)).toEqual(['a/x.ts -> a/y.ts -> a/x.ts']);
  expect(cyclesIn(types)).toEqual([]);
});

test('finds SQL outside stores and environment access outside config.ts', () => {
  expect(findMisplaced('server/blog/blog.ts', "db.selectFrom('posts')")).toHaveLength(1);
  expect(findMisplaced('server/ops/health.ts', 'await sql<Row>`select 1`.execute(db)')).toHaveLength(1);
  expect(findMisplaced('server/blog/blog.store.ts', "db.selectFrom('posts')")).toEqual([]);
  expect(findMisplaced('server/blog/blog.ts', 'process.env.PORT')).toHaveLength(1);
  expect(findMisplaced('server/config.ts', 'process.env')).toEqual([]);
});
