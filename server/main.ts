// Starts the shop, and shuts it down gracefully on a signal.
import { securityHeaders } from '#server/http/security-headers.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { readConfig } from './config.ts';
import { shutDownOnSignal } from './graceful-shutdown.ts';
import { createLog } from './log.ts';
import { keepNewFilesPrivate, makeFolderPrivate } from './private-files.ts';
import { openShop } from './shop.ts';

keepNewFilesPrivate();
try {
  const config = readConfig();
  makeFolderPrivate(config.dataDir);
  const web = await readWebBuild('dist', securityHeaders('data', config.live));
  const shop = await openShop({
    config,
    web,
    log: createLog(),
    now: () => new Date(),
    // Printed at once: only the hash is stored, so nobody can look the password up later.
    onFirstAdmin: printFirstAdmin,
  });
  shutDownOnSignal(shop, config.drainSeconds);
  console.log(`${shop.farm().brand} is open at ${shop.siteUrl()}`);
} catch (error) {
  console.error(`The shop cannot open. ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

function printFirstAdmin({ email, password }: { email: string; password: string }): void {
  const line = '-'.repeat(60);
  console.log(`
${line}
  Your admin account. This password will not be shown again.

    Email     ${email}
    Password  ${password}
${line}
`);
}
