import { inject } from 'vitest';

/**
 * How many random operations a test does. On PostgreSQL each is several round trips, so only a part of them is run, unless
 * EVERYTHING is set: EVERYTHING=1 npm run test:app -- lot-moves balance
 */
export const howMany = (all: number): number =>
  inject('kind') === 'postgres' && !process.env.EVERYTHING ? Math.ceil(all / 5) : all;
