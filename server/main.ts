// Starts the shop and stops it with grace.
import { farm } from '#content/farm.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { readConfig } from './config.ts';
import { shutDownOnSignal } from './graceful-shutdown.ts';
import { createLog } from './log.ts';
import { openShop } from './shop.ts';

try {
  const config = readConfig();
  const web = await readWebBuild('dist', securityHeaders('data', config.live));
  const shop = await openShop({
    config,
    web,
    log: createLog(),
    now: () => new Date(),
    // At once: whatever happens next, nobody can look it up later.
    onFirstAdmin: ({ email, password }) =>
      console.log(`First admin, shown only now: e-mail ${email}, password ${password}`),
  });
  shutDownOnSignal(shop, config.drainSeconds);
  console.log(`${farm.brand} is open at ${shop.siteUrl()}`);
} catch (error) {
  console.error(`The shop cannot open. ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
