/** 18.7 MB; small backups in kB. */
export function formatBytes(bytes: number): string {
  const [unit = 'B', size = 1] = units.find(([, each]) => bytes >= each) ?? [];
  const amount = bytes / size;
  return `${amount.toFixed(amount < 10 && size > 1 ? 1 : 0)} ${unit}`;
}

const units: [string, number][] = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
];

/** 3 hours ago. */
export function formatAge(at: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  const [unit, length] = ages.find(([, each]) => seconds >= each) ?? ['minute', 60];
  return seconds < 60 ? 'Just now' : relative.format(-Math.floor(seconds / length), unit);
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const ages: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
