import { defineConfig } from 'vitest/config';

const app = { include: ['server/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 };
// tools/test.ts starts the server and says where it is.
const postgresUrl = process.env.TEST_POSTGRES_URL;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'pure', include: ['{contracts,content,web,tools}/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: { name: 'sqlite', ...app, exclude: ['**/*.postgres.test.ts'], provide: { kind: 'sqlite', postgresUrl } },
      },
      {
        test: {
          name: 'postgres',
          ...app,
          exclude: ['**/*.sqlite.test.ts'],
          provide: { kind: 'postgres', postgresUrl },
        },
      },
    ],
  },
});
