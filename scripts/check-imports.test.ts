import { expect, test } from 'vitest';
import { cyclesIn, findMisplaced, importsIn, rules } from './check-imports.ts';

const violationsOf = (from: string, text: string) =>
  importsIn(from, text).filter((each) => rules.some((rule) => rule.isBroken(each)));

test.each([
  ['server/blog/blog.ts', "import { x } from '#server/accounts/accounts.ts';"],
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
  ['server/blog/blog.ts', "import type { Media } from '#server/media/media.ts';"],
  ['server/blog/blog.ts', "import { notFound } from '#server/http-errors.ts';"],
  ['server/app.ts', "import { createBlog } from './blog/blog.ts';"],
  ['server/pages/build-manifest.ts', "type R = typeof import('#web/render.tsx');"],
  ['web/pages/site/blog/a.tsx', "import type { Post } from '#contracts/blog.ts';"],
  ['web/pages/site/blog/a.tsx', "import { pagePaths } from '#contracts/page-paths.ts';"],
])('%s may contain %s', (from, text) => {
  expect(violationsOf(from, text)).toEqual([]);
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
