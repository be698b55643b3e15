// Runs before `npm start` opens the shop: builds what changed.
import { readConfig } from '#server/config.ts';
import { ensureBuilt } from './build.ts';

// Report a wrong setting before spending minutes on a build.
try {
  readConfig();
} catch (error) {
  console.error(`The shop cannot open. ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
ensureBuilt();
