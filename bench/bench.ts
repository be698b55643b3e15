// npm run bench, and npm run bench -- with one of the names below, such as grow 1000000 10000
import { spawnSync } from 'node:child_process';

const [name = 'limit', ...rest] = process.argv.slice(2);
const scripts: Record<string, string> = {
  limit: 'limit',
  orders: 'orders',
  process: 'process',
  instances: 'instances',
  browser: 'browser',
  growth: 'growth',
  grow: 'grow',
};
const script = scripts[name];
if (!script) {
  console.error(`There is no measurement ${name}. There are: ${Object.keys(scripts).join(', ')}.`);
  process.exit(1);
}
process.exit(spawnSync(process.execPath, [`bench/${script}.ts`, ...rest], { stdio: 'inherit' }).status ?? 1);
