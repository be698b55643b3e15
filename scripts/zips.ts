// Regenerates content/zips.txt from the GeoNames postal codes: npm run zips -- US.txt
// Download: https://download.geonames.org/export/zip/US.zip, licensed under CC BY 4.0.
import { readFileSync, writeFileSync } from 'node:fs';

const [source] = process.argv.slice(2);
if (!source) throw new Error('Usage: npm run zips -- US.txt (the GeoNames file)');
const places = new Map<string, string>();
for (const line of readFileSync(source, 'utf8').split('\n')) {
  const [, zip = '', place = '', , state = '', , , , , latitude = '', longitude = ''] = line.split('\t');
  if (/^\d{5}$/.test(zip) && latitude)
    places.set(zip, `${zip}|${place}, ${state}|${round(latitude)}|${round(longitude)}`);
}
writeFileSync('content/zips.txt', `${[...places.values()].sort().join('\n')}\n`);
console.log(`${places.size} ZIP codes`);

function round(degrees: string): string {
  return Number(degrees).toFixed(2);
}
