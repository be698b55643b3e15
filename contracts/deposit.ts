// A module of its own: few pages need it.
import { type Cents, cents } from './money.ts';
import { lineAmount } from './ordering-rules.ts';

/** What a buyer pays to reserve these pounds, rounded to the cent. */
export const depositOf = (price: Cents, pounds: number, percent: number): Cents =>
  cents(Math.max(1, Math.round((lineAmount(price, pounds) * percent) / 100)));
