// Before `npm start` opens the shop: builds what changed.
import { readConfig } from '#server/config.ts';
import { ensureBuilt } from './build.ts';

// A slip in a setting is said before minutes are spent on building.
try {
  readConfig();
} catch (error) {
  console.error(`The shop cannot open. ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
ensureBuilt();
