// How far a ZIP code is from the farm and what that means for delivery. For information only; nothing depends on it.
import { readFile } from 'node:fs/promises';
import { delivery } from '#content/delivery.ts';
import type { DeliveryArea } from '#contracts/delivery.ts';
import type { Farm } from '#contracts/farm.ts';
import type { Settings } from '#contracts/setting-sections.ts';
import { notFound } from '#server/http-errors.ts';
import { estimateFreight } from './freight.ts';

const FILE = new URL('../../content/zips.txt', import.meta.url);
const EARTH_MILES = 3958.8;

type Pin = Farm['pin'];
type Zip = { place: string; pin: Pin };

// Loaded on first use and kept as raw bytes.
let table: Promise<Buffer> | undefined;

export function createDeliveryAreas({ settings }: { settings(): Pick<Settings, 'farm' | 'freight'> }) {
  return { find };

  async function find(zip: string, pounds?: number): Promise<{ data: DeliveryArea }> {
    const found = await findZip(zip);
    if (!found) throw notFound("We don't recognize this ZIP code.");
    const { farm, freight } = settings();
    const miles = Math.round(milesBetween(farm.pin, found.pin));
    const area = classify(miles);
    const price = area === 'far' && pounds ? estimateFreight(freight.rows, { miles, pounds }) : undefined;
    const estimate = price === undefined ? null : { carrier: freight.carrier, price };
    return { data: { zip, place: found.place, miles, area, freight: estimate } };
  }
}

/** Undefined if there is no such ZIP code. */
export async function milesFromZip(zip: string, pin: Pin): Promise<number | undefined> {
  const found = await findZip(zip);
  return found && milesBetween(pin, found.pin);
}

async function findZip(zip: string): Promise<Zip | undefined> {
  table ??= readFile(FILE);
  const line = findLine(await table, zip);
  if (!line) return undefined;
  const [, place = '', latitude, longitude] = line.split('|');
  return { place, pin: { latitude: Number(latitude), longitude: Number(longitude) } };
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

function milesBetween(from: Pin, to: Pin): number {
  const rad = Math.PI / 180;
  const a = Math.sin(((to.latitude - from.latitude) * rad) / 2) ** 2;
  const b =
    Math.cos(from.latitude * rad) *
    Math.cos(to.latitude * rad) *
    Math.sin(((to.longitude - from.longitude) * rad) / 2) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(a + b));
}
