// `npm run dev`: the shop with hot reload. Vite serves the web code from source inside the same server;
// a change in server/, contracts/ or content/ restarts this process (node --watch).
import { existsSync } from 'node:fs';
import { createServer as createViteServer } from 'vite';
import { readConfig } from '#server/config.ts';
import { shutDownOnSignal } from '#server/graceful-shutdown.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createLog } from '#server/log.ts';
import { readWebBuild, type WebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { ensureBuilt } from './build.ts';

if (!existsSync('dist/built')) ensureBuilt();
const config = readConfig();
const vite = await createViteServer({ configLoader: 'native', server: { middlewareMode: true } });
const built = await readWebBuild('dist', securityHeaders('data', config.live));
const web: WebBuild = {
  ...built,
  renderer: async () => {
    const { matchRoute, render } = await vite.ssrLoadModule('/web/render.tsx');
    return { matchRoute, render };
  },
  assetsOf: (entry) => ({
    script: `/web/${entry}.tsx`,
    styles: [`/web/${entry}.css`],
    modules: [],
    fonts: [],
  }),
  intercept: (request, response, next) => vite.middlewares(request, response, next),
};
const shop = await openShop({
  config,
  web,
  log: createLog(),
  now: () => new Date(),
  onFirstAdmin: ({ email, password }) => console.log(`First admin: email ${email}, password ${password}`),
});
shutDownOnSignal({ ...shop, close: async () => void (await Promise.all([vite.close(), shop.close()])) }, 0);
console.log(`With hot reload, the shop is open at ${shop.siteUrl()}`);
