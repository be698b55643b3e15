import { defineConfig } from 'vitest/config';

// Modules hold caches but nothing a test changes, so files share them: reloading them per file took a third of the time.
const shared = { isolate: false, testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };
const app = {
  ...shared,
  include: ['{server,stress}/**/*.test.ts'],
  globalSetup: 'server/testing/prepared-database.ts',
};
// scripts/test.ts starts the server and says where it is.
const postgresUrl = process.env.TEST_POSTGRES_URL;

export default defineConfig({
  test: {
    // More than cores: a test often waits for its database.
    maxWorkers: 3,
    projects: [
      { test: { ...shared, name: 'pure', include: ['{bench,contracts,content,web,cli,scripts,e2e}/**/*.test.ts'] } },
      {
        test: { name: 'sqlite', ...app, exclude: ['**/*.postgres.test.ts'], provide: { kind: 'sqlite', postgresUrl } },
      },
      {
        test: {
          name: 'postgres',
          ...app,
          exclude: ['**/*.sqlite.test.ts'],
          setupFiles: 'server/testing/record-locks.ts',
          provide: { kind: 'postgres', postgresUrl },
        },
      },
    ],
  },
});
