// Makes content/zips.txt anew from the postal codes of GeoNames: npm run zips -- US.txt
// The file is at https://download.geonames.org/export/zip/US.zip, under CC BY 4.0.
import { readFileSync, writeFileSync } from 'node:fs';

const [source] = process.argv.slice(2);
if (!source) throw new Error('Say where the file of GeoNames is: npm run zips -- US.txt');
const places = new Map<string, string>();
for (const line of readFileSync(source, 'utf8').split('\n')) {
  const [, zip = '', place = '', , state = '', , , , , latitude = '', longitude = ''] = line.split('\t');
  if (/^\d{5}$/.test(zip) && latitude)
    places.set(zip, `${zip}|${place}, ${state}|${short(latitude)}|${short(longitude)}`);
}
writeFileSync('content/zips.txt', `${[...places.values()].sort().join('\n')}\n`);
console.log(`${places.size} ZIP codes`);

function short(degrees: string): string {
  return Number(degrees).toFixed(2);
}
