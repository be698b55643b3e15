// Price tiers, shared by browser and server: from so many pounds of a product, every pound of it costs less.
import { formatPounds } from './hop-format.ts';
import { formatDollars } from './money.ts';

export type PriceTier<Price extends number = number> = { from: number; price: Price };
/** Tiers are sorted by their pounds. */
type Priced<Price extends number = number> = { price: Price; tiers: PriceTier<Price>[] };

/** The price per pound if this many are ordered. In dollars or cents, as the product's. */
export const priceAt = <Price extends number>({ price, tiers }: Priced<Price>, pounds: number): Price =>
  reachedTier(tiers, pounds)?.price ?? price;

/** $14.50 per lb from 44 lbs */
export const describeTier = ({ from, price }: PriceTier): string =>
  `$${formatDollars(price)} per lb from ${formatPounds(from)}`;

/** A buyer this close to the next tier hears how many pounds are missing: the weight of a bag. */
const CLOSE = 11;

/** What a buyer of this many pounds should know about the tiers. Leaves out what is not in stock. */
export function tierNote({ tiers, stock }: Priced & { stock: number }, pounds: number): string | undefined {
  const reached = reachedTier(tiers, pounds);
  const next = tiers.find(({ from }) => from > pounds && from <= stock);
  const missing = next && next.from - pounds;
  const texts = [
    reached && `You pay ${describeTier(reached)}.`,
    next && (missing && missing <= CLOSE && pounds > 0 ? nudge(missing, next) : `${describeTier(next)}.`),
  ];
  return texts.filter(Boolean).join(' ') || undefined;
}

const nudge = (missing: number, { price }: PriceTier): string =>
  `${formatPounds(missing)} more and every pound costs $${formatDollars(price)}.`;

const reachedTier = <Price extends number>(tiers: PriceTier<Price>[], pounds: number) =>
  tiers.findLast(({ from }) => from <= pounds);
