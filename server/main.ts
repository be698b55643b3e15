// Starts the shop and stops it with grace.
import { farm } from '../content/farm.ts';
import { readConfig, SettingError } from './config.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createLog } from './log.ts';
import { openShop, type Shop } from './shop.ts';
import { readWebBuild } from './site/web-build.ts';

const GRACE_MS = 10_000;

await start();

async function start() {
  try {
    const config = readConfig();
    const web = await readWebBuild('dist', securityHeaders('data', config.live));
    const shop = await openShop({ config, web, log: createLog(), now: () => new Date() });
    stopOnSignals(shop);
    announce(shop);
  } catch (error) {
    console.error(`The shop cannot open. ${whyNot(error)}`);
    process.exit(1);
  }
}

function announce({ siteUrl, firstAdmin }: Shop) {
  if (firstAdmin)
    console.log(`First admin, shown only now: e-mail ${firstAdmin.email}, password ${firstAdmin.password}`);
  console.log(`${farm.brand} is open at ${siteUrl()}`);
}

function stopOnSignals(shop: Shop) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    console.log('Closing: requests under way are answered first.');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    await shop.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
  // The launcher is gone, however it ended.
  process.on('disconnect', () => void stop());
}

function whyNot(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `PORT is taken: ${error.message}`;
  if (code === 'ECONNREFUSED') return `DATABASE_URL: nothing answers there (${code}).`;
  return error.message;
}
