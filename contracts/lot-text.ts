// How the lots of an order line are written. Without schemas, so that the browser can import it.
import { formatPounds } from './hop-format.ts';

type LineLot = { number: string; pounds: number };

/** "CAS-26-1", or "CAS-26-1 (8 lbs), CAS-25-2 (3 lbs)" if it is not the whole line. */
export function lotNumbers(lots: LineLot[], pounds: number): string {
  const [first] = lots;
  if (lots.length === 1 && first?.pounds === pounds) return first.number;
  return lots.map((lot) => `${lot.number} (${formatPounds(lot.pounds)})`).join(', ');
}

/** "lot CAS-26-1", or nothing. */
export const lotLabel = (lots: LineLot[], pounds: number): string =>
  lots.length === 0 ? '' : `${lots.length === 1 ? 'lot' : 'lots'} ${lotNumbers(lots, pounds)}`;
