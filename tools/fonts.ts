// Makes web/fonts from the font packages: only the letters and weights the site uses.
// Its outputs are committed; run `npm run fonts` after changing the list of letters.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font';

const letters =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') +
  '\u00a0‘’“”–—…·×°½¼¾éèñáíóúüçÉÑ©®™€£•→←↗−✓';

const fonts = [
  {
    from: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2',
    to: 'young-serif-400',
    axes: undefined,
  },
  {
    from: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    to: 'hanken-grotesk-400-700',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    from: '@fontsource-variable/newsreader/files/newsreader-latin-standard-italic.woff2',
    to: 'newsreader-italic-24pt-400',
    axes: { opsz: 24, wght: 400 },
  },
];

await mkdir('web/fonts', { recursive: true });
for (const { from, to, axes } of fonts) {
  const whole = await readFile(`node_modules/${from}`);
  const subset = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    ...(axes && { variationAxes: axes }),
  });
  await writeFile(`web/fonts/${to}.woff2`, subset);
  // For names and posts with other letters; a browser fetches these only when a page has one.
  await copyFile(`node_modules/${from}`, `web/fonts/${to}-latin.woff2`);
  await copyFile(`node_modules/${from.replace('-latin-', '-latin-ext-')}`, `web/fonts/${to}-latin-ext.woff2`);
  console.log(`web/fonts/${to}.woff2: ${whole.length} -> ${subset.length} bytes`);
}
