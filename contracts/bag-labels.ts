// One label per bag, and what is picked for several orders.
import { GRAMS_PER_POUND } from './brewing.ts';
import { describePacking, packBags } from './ordering-rules.ts';
import type { Order } from './orders.ts';

type Line = Order['lines'][number];

type LotOfLine = { lot: Line['lots'][number] | null; pounds: number };

/** The lots that a line is bagged from, with the pounds of each, and those of no lot. */
export function lotsOfLine({ lots, pounds }: Pick<Line, 'lots' | 'pounds'>): LotOfLine[] {
  const loose = pounds - lots.reduce((sum, lot) => sum + lot.pounds, 0);
  return [...lots.map((lot) => ({ lot, pounds: lot.pounds })), ...(loose > 0 ? [{ lot: null, pounds: loose }] : [])];
}

/** 1 × 22 lbs, 1 × 5.5 lbs. Each lot is bagged by itself. */
export const describeBags = (line: Pick<Line, 'lots' | 'pounds'>): string =>
  lotsOfLine(line)
    .map(({ pounds }) => describePacking(packBags(pounds)))
    .join('; ');

/** The pounds of each bag, largest first. What is left over goes into the last one. */
export function bagsFor(pounds: number): number[] {
  const { bags, custom } = packBags(pounds);
  const standard = bags.flatMap(({ size, count }) => Array.from({ length: count }, () => size));
  return custom > 0 ? [...standard, custom] : standard;
}

/** 5.5 lb (2.49 kg) */
export const formatNetWeight = (pounds: number): string =>
  `${pounds} lb (${((pounds * GRAMS_PER_POUND) / 1000).toFixed(2)} kg)`;

export type LabelLayout = 'avery-5163' | 'thermal-4x6';

export const labelLayouts: Record<LabelLayout, { name: string; perSheet: number }> = {
  'avery-5163': { name: 'Avery 5163: 4 × 2 in, 10 a sheet', perSheet: 10 },
  'thermal-4x6': { name: 'Label printer: 4 × 6 in', perSheet: 1 },
};

/** Sheets of labels; the first ones of a sheet that was begun stay empty (`undefined`). */
export function toSheets<T>(labels: T[], layout: LabelLayout, start = 1): (T | undefined)[][] {
  const { perSheet } = labelLayouts[layout];
  const used = Math.min(Math.max(1, Math.trunc(start) || 1), perSheet) - 1;
  const cells = [...Array.from({ length: used }, () => undefined), ...labels];
  return Array.from({ length: Math.ceil(cells.length / perSheet) }, (_, index) =>
    cells.slice(index * perSheet, (index + 1) * perSheet),
  );
}

export type Picked = { product_id: number; name: string; lot: string | null; pounds: number };

/** The pounds of each hop and lot over all orders, by name and number. */
export function pickFor(orders: Pick<Order, 'lines'>[]): Picked[] {
  const picked = new Map<string, Picked>();
  for (const line of orders.flatMap(({ lines }) => lines))
    for (const { lot, pounds } of lotsOfLine(line)) {
      const key = `${line.product_id} ${lot?.id ?? ''}`;
      const { product_id, name } = line;
      const before = picked.get(key) ?? { product_id, name, lot: lot?.number ?? null, pounds: 0 };
      picked.set(key, { ...before, pounds: before.pounds + pounds });
    }
  return [...picked.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || (a.lot ?? '').localeCompare(b.lot ?? '', 'en'),
  );
}
