// Builds web/fonts and server/pdf/fonts from the font packages: only the characters, weights and features in use.
// The output is committed. After changing the character lists, run `npm run fonts` and update web/fonts/fonts.css.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font';

/** The characters of the farm's own texts. Every page needs these subsets. */
const basicCharacters =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !"#$%&\'()+,-./:;?@\u00a0©°·×é–—‘’“”…←→−';

const characterRange = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('');
const latin = `${characterRange(0x20, 0x7e)}${characterRange(0xa0, 0xff)}${characterRange(0x2000, 0x206f)}ıŒœʻʼˆ˚˜€™←↑→↓↗−∕✓`;

/** Features that browsers apply by default, and the number styles that our CSS uses. */
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
  // Hinting only matters on old low-resolution screens and is up to a third of a font.
  const common = { targetFormat: 'woff2', noHinting: true, keepFeatures, ...(axes && { variationAxes: axes }) };
  const subset = async (source: string, name: string, characters: string | undefined) => {
    const original = await readFile(`node_modules/${source}`);
    const result = await subsetFont(original, characters, { ...common, ...(!characters && { keepAllGlyphs: true }) });
    await writeFile(`web/fonts/${name}.woff2`, result);
    console.log(`web/fonts/${name}.woff2: ${original.length} -> ${result.length} bytes`);
  };
  await subset(file, to, basicCharacters);
  // For names and posts with other characters; browsers fetch these only when a page contains one.
  await subset(file, `${to}-latin`, latin);
  await subset(file.replace('-latin-', '-latin-ext-'), `${to}-latin-ext`, undefined);
}

// For PDFs: one weight per file, in the format that the PDF library embeds.
const printed = [
  { from: fonts[0]?.from ?? '', to: 'young-serif-400', axes: undefined },
  { from: fonts[1]?.from ?? '', to: 'hanken-grotesk-400', axes: { wght: 400 } },
  { from: fonts[1]?.from ?? '', to: 'hanken-grotesk-700', axes: { wght: 700 } },
];
await mkdir('server/pdf/fonts', { recursive: true });
for (const { from: file, to, axes } of printed)
  for (const part of ['latin', 'latin-ext']) {
    const original = await readFile(`node_modules/${file.replace('-latin-', `-${part}-`)}`);
    const options = { targetFormat: 'truetype', noHinting: true, keepFeatures, ...(axes && { variationAxes: axes }) };
    const characters = part === 'latin' ? latin : undefined;
    const result = await subsetFont(original, characters, { ...options, ...(!characters && { keepAllGlyphs: true }) });
    await writeFile(`server/pdf/fonts/${to}-${part}.ttf`, result);
    console.log(`server/pdf/fonts/${to}-${part}.ttf: ${original.length} -> ${result.length} bytes`);
  }
