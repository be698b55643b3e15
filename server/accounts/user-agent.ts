// A browser's long description of itself, cut down to what its owner recognises. Nothing finer is kept: it would tell
// people apart, and change with every update.

const UNKNOWN_DEVICE = 'Unknown device';

export function describeDevice(userAgent: string | undefined): string {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN_DEVICE;
}

type Patterns = [mark: RegExp, name: string][];

// In this order: most of them also claim to be those further down.
const browsers: Patterns = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: Patterns = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const findName = (names: Patterns, userAgent = ''): string | undefined =>
  names.find(([mark]) => mark.test(userAgent))?.[1];
