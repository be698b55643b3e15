// npm run bench, or npm run bench -- NAME with a name below, such as seed 1000000 10000
import { spawnSync } from 'node:child_process';

const [name = 'http', ...rest] = process.argv.slice(2);
const scripts: Record<string, string> = {
  http: 'http-baseline',
  orders: 'orders',
  process: 'startup-and-memory',
  instances: 'instances',
  network: 'network',
  costs: 'costs',
  capacity: 'capacity',
  browser: 'browser',
  growth: 'growth',
  seed: 'seed-large',
};
const script = scripts[name];
if (!script) {
  console.error(`Unknown benchmark ${name}. Available: ${Object.keys(scripts).join(', ')}.`);
  process.exit(1);
}
process.exit(spawnSync(process.execPath, [`bench/${script}.ts`, ...rest], { stdio: 'inherit' }).status ?? 1);
