// How far a ZIP code is from the farm and what that means for delivery. For information only; nothing depends on it.
import { readFile } from 'node:fs/promises';
import { delivery } from '#content/delivery.ts';
import { farm } from '#content/farm.ts';
import type { DeliveryArea } from '#contracts/delivery.ts';
import { notFound } from '#server/http-errors.ts';

const FILE = new URL('../../content/zips.txt', import.meta.url);
const EARTH_MILES = 3958.8;

export function createDeliveryAreas() {
  let table: Promise<Buffer> | undefined;
  return { find };

  async function find(zip: string): Promise<{ data: DeliveryArea }> {
    // Loaded on first use and kept as raw bytes.
    table ??= readFile(FILE);
    const line = findLine(await table, zip);
    if (!line) throw notFound("We don't recognize this ZIP code.");
    const [, place = '', latitude, longitude] = line.split('|');
    const miles = Math.round(milesTo(Number(latitude), Number(longitude)));
    return { data: { zip, place, miles, area: classify(miles) } };
  }
}

function classify(miles: number): DeliveryArea['area'] {
  if (miles <= delivery.nearMiles) return 'near';
  return miles <= delivery.freeMiles ? 'free' : 'far';
}

/** Binary search: the lines are sorted by ZIP code. */
function findLine(table: Buffer, zip: string): string | undefined {
  let [low, high] = [0, table.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = table.lastIndexOf(10, middle - 1) + 1;
    const end = table.indexOf(10, start);
    const line = table.toString('utf8', start, end === -1 ? table.length : end);
    const lineZip = line.slice(0, 5);
    if (lineZip === zip) return line;
    if (lineZip < zip) low = Math.max(end, middle) + 1;
    else high = start;
  }
  return undefined;
}

function milesTo(latitude: number, longitude: number): number {
  const { latitude: farmLatitude, longitude: farmLongitude } = farm.coordinates;
  const rad = Math.PI / 180;
  const a = Math.sin(((latitude - farmLatitude) * rad) / 2) ** 2;
  const b =
    Math.cos(farmLatitude * rad) * Math.cos(latitude * rad) * Math.sin(((longitude - farmLongitude) * rad) / 2) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(a + b));
}
