// The price tiers of the product form, as typed. They are one field of the form: its text is what is sent.
import type { PriceTier } from '#contracts/price-tiers.ts';

export type TierRow = { from: string; price: string };

export const toTierText = (rows: TierRow[]): string => JSON.stringify(rows);

export const toTierRows = (text: string): TierRow[] => JSON.parse(text);

export const tierTextOf = (tiers: PriceTier[]): string =>
  toTierText(tiers.map(({ from, price }) => ({ from: String(from), price: price.toFixed(2) })));

/** $14.50 per lb from 44 lbs, $13.00 per lb from 110 lbs. Leaves out half-typed rows. */
export const describeTierText = (text: string): string =>
  toTierRows(text)
    .filter(({ from, price }) => from && price)
    .map(({ from, price }) => `$${price} per lb from ${from} lbs`)
    .join(', ') || 'none';
