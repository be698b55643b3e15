// A lot as brewing software reads it. BeerXML 1.0: http://www.beerxml.com/beerxml.htm; BeerJSON 1: https://beerjson.org.
// Both call the percent of alpha lost in six months HSI or percent_lost. That is not the lab's storage index, which goes
// into the notes.
import { formatDay } from '#contracts/dates.ts';
import type { PublishedLot } from '#contracts/lot-pages.ts';
import { escapeXml } from '#server/escape-html.ts';

type Options = { lots: PublishedLot[]; brand: string };

export function toBeerXml({ lots, brand }: Options): string {
  const hops = lots.map((lot) => {
    const fields = {
      NAME: nameOf(lot),
      VERSION: 1,
      ALPHA: lot.alpha_acid,
      // A hop in an ingredient list is in no recipe yet. These three are required all the same.
      AMOUNT: 0,
      USE: 'Boil',
      TIME: 0,
      NOTES: notesOf(lot, brand),
      FORM: isPellet(lot) ? 'Pellet' : 'Leaf',
      BETA: lot.beta_acid,
    };
    const tags = Object.entries(fields).map(([tag, value]) => `<${tag}>${escapeXml(String(value))}</${tag}>`);
    return `<HOP>\n${tags.join('\n')}\n</HOP>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<HOPS>\n${hops.join('\n')}\n</HOPS>\n`;
}

export function toBeerJson({ lots, brand }: Options): string {
  const hop_varieties = lots.map((lot) => ({
    name: nameOf(lot),
    producer: brand,
    product_id: lot.number,
    year: String(lot.harvest_year),
    form: formOf(lot),
    alpha_acid: { unit: '%', value: lot.alpha_acid },
    beta_acid: { unit: '%', value: lot.beta_acid },
    notes: notesOf(lot, brand),
    oil_content: { total_oil_ml_per_100g: lot.total_oil },
  }));
  return `${JSON.stringify({ beerjson: { version: 1, hop_varieties } }, null, 2)}\n`;
}

const nameOf = ({ product, number }: PublishedLot) => `${product.name} (lot ${number})`;

const notesOf = (lot: PublishedLot, brand: string) =>
  `${brand}. ${lot.form}, harvest ${lot.harvest_year}, tested ${formatDay(lot.tested_on)}: total oil ${lot.total_oil} mL/100 g, moisture ${lot.moisture}%, hop storage index ${lot.storage_index}. Aromas: ${lot.product.aromas}.`;

const isPellet = ({ form }: PublishedLot) => /pellet/i.test(form);

function formOf(lot: PublishedLot): string {
  if (isPellet(lot)) return 'pellet';
  return /fresh|wet/i.test(lot.form) ? 'leaf (wet)' : 'leaf';
}
