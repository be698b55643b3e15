import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import sharp from 'sharp';
import { defineConfig, type Plugin } from 'vite';
import { picturesIn, renderGuide } from './scripts/guide-html.ts';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), builtPictures(), ownerGuide()],
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

// The pieces of all public pages, with React; neither a page nor the back office and its editor. Styles stay with who imports them.
// What only forms or the back office use is left out by name: it would reach every visitor.
const FRAME = new RegExp(
  `^(?!.*\\.css$).*(${[
    'vite/preload-helper',
    'node_modules/(react|react-dom|scheduler)/',
    ...picturesNamedByPages(),
    'contracts/(?!setting-|two-factor|sales-range|certificates|deposit|safe-link|payment-alerts|invoice-sheet|bag-labels|brewing|email\\.|harvest-steps|hop-aging|book-types|carriers|resale-warning|staff-roles|stock-kinds|unbroken|zip-in-address)',
    'web/ui/(?!changed-words|compare-words|confirm-dialog|edit-conflict|version-diff|local-date|more-menu|qr-picture|table-roles|new-password|password-|meter|pager|use-object-url|field|form-values|stepper|unbroken)',
    'web/query/(?!use-query\\.|mutate|random-key|use-keyed|use-submit|api-error|download)',
    'web/session/(?!log-out)',
    'web/cart/',
    'web/layout/(?!admin|auth|blog-picture|certificate|customer|farm-picture|post-summary)',
    'web/router/(?!site-|admin-|unsaved)',
    'web/(?!site|admin|report|staff)[^/]+\\.tsx?$',
  ].join('|')})`,
);

/** What forms need: the order form, login and sign-up, the back office. */
const FORMS =
  /web\/(ui\/(field|form-values|new-password|password-|stepper)|query\/(mutate|use-submit|api-error)|layout\/auth|ordering\/lot-options).*\.tsx?$/;

/** The gallery's other pictures load with it. */
function picturesNamedByPages(): string[] {
  const imports = globSync('web/**/*.tsx').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/content(\/pictures\/[\w-]+\.jpg)\?picture/g),
  ]);
  return [...new Set(imports.map(([, path]) => `${path}\\?picture`))];
}

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

/** `import { html, sections } from 'x.md?guide'`: the guide, with its pictures among the built files. */
function ownerGuide(): Plugin {
  return {
    name: 'owner-guide',
    enforce: 'pre',
    async load(id) {
      const [file = '', query] = id.split('?');
      if (query !== 'guide') return null;
      const markdown = readFileSync(file, 'utf8');
      const pictures = picturesIn(markdown);
      const sizes = new Map<string, { width: number; height: number }>();
      for (const picture of pictures) sizes.set(picture, await sharp(join('docs', picture)).metadata());
      const { html, sections } = renderGuide(markdown, (picture) => sizes.get(picture) ?? { width: 0, height: 0 });
      return [
        ...pictures.map((picture, index) => `import picture${index} from './${picture}';`),
        `const urls = { ${pictures.map((picture, index) => `'${picture}': picture${index}`).join(', ')} };`,
        `export const sections = ${JSON.stringify(sections)};`,
        `export const html = ${JSON.stringify(html)}.replace(/images\\/guide\\/[\\w-]+\\.webp/g, (path) => urls[path]);`,
      ].join('\n');
    },
  };
}
