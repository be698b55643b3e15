// Makes web/fonts from the font packages: only the letters, weights and features the site uses.
// Its outputs are committed; run `npm run fonts` after changing the list of letters, and change web/fonts/fonts.css with it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font';

/** What the texts of the farm are made of. Each face of these letters is on the way to the first page. */
const everyday =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !"#$%&\'()+,-./:;?@\u00a0©°·×é–—‘’“”…←→−';

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('');
const latin = `${from(0x20, 0x7e)}${from(0xa0, 0xff)}${from(0x2000, 0x206f)}ıŒœʻʼˆ˚˜€™←↑→↓↗−∕✓`;

/** Those that a browser uses unasked, and the figures that the styles ask for. */
const keepFeatures = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'rlig', 'lnum', 'tnum'];

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
for (const { from: file, to, axes } of fonts) {
  // Hints are for coarse screens of old, and are a third of a face that has them.
  const common = { targetFormat: 'woff2', noHinting: true, keepFeatures, ...(axes && { variationAxes: axes }) };
  const make = async (source: string, name: string, letters: string | undefined) => {
    const whole = await readFile(`node_modules/${source}`);
    const made = await subsetFont(whole, letters, { ...common, ...(!letters && { keepAllGlyphs: true }) });
    await writeFile(`web/fonts/${name}.woff2`, made);
    console.log(`web/fonts/${name}.woff2: ${whole.length} -> ${made.length} bytes`);
  };
  await make(file, to, everyday);
  // For names and posts with other letters; a browser fetches these only when a page has one.
  await make(file, `${to}-latin`, latin);
  await make(file.replace('-latin-', '-latin-ext-'), `${to}-latin-ext`, undefined);
}
