import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), builtPictures()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        copyPublicDir: true,
        manifest: true,
        rolldownOptions: {
          checks: { bundlerTimings: false },
          input: ['web/site.tsx', 'web/admin.tsx'],
          // What every page needs comes in one file: a browser opens six connections at most without a proxy.
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', test: FRAME },
                { name: 'forms', test: FORMS },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: { checks: { bundlerTimings: false }, input: 'web/render.tsx' },
      },
      // React is bundled in its production form: half the size, no checks at each render.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true },
      }),
    },
  },
  builder: {},
}));

// The pieces of all public pages, with React; neither a page nor the back office, its editor or what only forms need. Styles stay
// with who imports them.
const FOR_FORMS =
  'field|form-values|new-password|password-strength|mutate|use-submit|api-error|auth-layout|ordering-rules';
const FOR_STAFF =
  'admin|meter|use-object-url|confirm-dialog|download|log-out|use-query|sales-range|safe-link|two-factor|payment-alerts';
const FORMS = new RegExp(`(contracts|web/(ui|query|layout))/(${FOR_FORMS})[^/]*\\.tsx?$`);
const FRAME = new RegExp(
  `^(?!.*\\.css$).*(vite/preload-helper|node_modules/(react|react-dom|scheduler)/|\\?picture|(contracts|web/(ui|query|session|cart|layout))/(?!${FOR_FORMS}|${FOR_STAFF})|web/router/(?!site-|admin-|unsaved)|web/(?!site|admin|report)[^/]+\\.tsx?$)`,
);

/** `import name from 'x.jpg?picture'` gives the name under which scripts/encode-pictures.ts stored x.jpg. */
function builtPictures(): Plugin {
  return {
    name: 'built-pictures',
    enforce: 'pre',
    load(id) {
      const [file = '', query] = id.split('?');
      if (query !== 'picture') return null;
      const names: Record<string, string> = JSON.parse(readFileSync('dist/pictures/names.json', 'utf8'));
      const name = names[basename(file)];
      if (!name) throw new Error(`content/pictures has no ${basename(file)}.`);
      return `export default ${JSON.stringify(name)}`;
    },
  };
}
