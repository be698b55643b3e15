// Reduces a user agent string to what its owner recognizes. Anything finer would fingerprint people and change with every
// browser update.

const UNKNOWN_DEVICE = 'Unknown device';

export function describeDevice(userAgent: string | undefined): string {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN_DEVICE;
}

type Patterns = [pattern: RegExp, name: string][];

// Order matters: most browsers also claim to be the ones below.
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
  names.find(([pattern]) => pattern.test(userAgent))?.[1];
