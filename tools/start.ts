// `npm start`: builds what changed, then opens the shop in this process.
import { enableCompileCache } from 'node:module';
import { readConfig } from '../server/config.ts';
import { ensureBuilt } from './build.ts';

// A slip in a setting is said before minutes are spent on building.
try {
  readConfig();
} catch (error) {
  console.error(`The shop cannot open. ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
ensureBuilt();
enableCompileCache('dist/compiled');
await import('../server/main.ts');
