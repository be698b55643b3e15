// `npm start`: builds what changed, then opens the shop in this process.
import { enableCompileCache } from 'node:module';
import { ensureBuilt } from './build.ts';

ensureBuilt();
enableCompileCache('dist/compiled');
await import('../server/main.ts');
