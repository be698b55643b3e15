import { expect, test } from 'vitest';
import {
  fromGrams,
  fromGravity,
  fromLiters,
  fromPlato,
  GRAMS_PER_POUND,
  gramsFor,
  ibuOf,
  toGrams,
  toGravity,
  toLiters,
  utilization,
  wholePoundsFor,
} from './brewing.ts';

/** Tinseth's own table: decimal alpha acid utilization by boil time and original gravity. */
const gravities = [1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.09, 1.1, 1.11, 1.12, 1.13];
const published: [minutes: number, ...shares: number[]][] = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [3, 0.034, 0.031, 0.029, 0.026, 0.024, 0.022, 0.02, 0.018, 0.017, 0.015, 0.014],
  [6, 0.065, 0.059, 0.054, 0.049, 0.045, 0.041, 0.038, 0.035, 0.032, 0.029, 0.026],
  [9, 0.092, 0.084, 0.077, 0.07, 0.064, 0.059, 0.054, 0.049, 0.045, 0.041, 0.037],
  [12, 0.116, 0.106, 0.097, 0.088, 0.081, 0.074, 0.068, 0.062, 0.056, 0.052, 0.047],
  [15, 0.137, 0.125, 0.114, 0.105, 0.096, 0.087, 0.08, 0.073, 0.067, 0.061, 0.056],
  [18, 0.156, 0.142, 0.13, 0.119, 0.109, 0.099, 0.091, 0.083, 0.076, 0.069, 0.063],
  [21, 0.173, 0.158, 0.144, 0.132, 0.12, 0.11, 0.101, 0.092, 0.084, 0.077, 0.07],
  [24, 0.187, 0.171, 0.157, 0.143, 0.131, 0.12, 0.109, 0.1, 0.091, 0.083, 0.076],
  [27, 0.201, 0.183, 0.168, 0.153, 0.14, 0.128, 0.117, 0.107, 0.098, 0.089, 0.082],
  [30, 0.212, 0.194, 0.177, 0.162, 0.148, 0.135, 0.124, 0.113, 0.103, 0.094, 0.086],
  [60, 0.276, 0.252, 0.231, 0.211, 0.193, 0.176, 0.161, 0.147, 0.135, 0.123, 0.112],
  [120, 0.301, 0.275, 0.252, 0.23, 0.21, 0.192, 0.176, 0.161, 0.147, 0.134, 0.123],
];

test('the share of alpha acids that is used is as published, in all 143 cells of the table', () => {
  const cells = published.flatMap(([minutes, ...shares]) =>
    shares.map((share, column) => ({ minutes, gravity: gravities[column] ?? 0, share })),
  );

  expect(cells).toHaveLength(143);
  for (const { minutes, gravity, share } of cells)
    expect([minutes, gravity, Math.abs(utilization(gravity, minutes) - share) <= 0.0006]).toEqual([
      minutes,
      gravity,
      true,
    ]);
});

test('an ounce of hops with 10% alpha, boiled for an hour in five gallons at 1.050, gives 34.5 IBU', () => {
  const batch = { liters: toLiters(5, 'us'), gravity: 1.05 };
  const ibu = ibuOf({ grams: toGrams(1, 'us'), alpha: 10, minutes: 60 }, batch);

  expect(ibu).toBeCloseTo(34.55, 2);
  expect(fromGrams(gramsFor(ibu, { alpha: 10, minutes: 60 }, batch), 'us')).toBeCloseTo(1, 9);
  expect(gramsFor(30, { alpha: 10, minutes: 0 }, batch)).toBe(Number.POSITIVE_INFINITY);
});

test('units convert there and back', () => {
  expect(fromPlato(12)).toBeCloseTo(1.0484, 3);
  for (const gravity of [1.03, 1.05, 1.09])
    expect(toGravity(fromGravity(gravity, 'metric'), 'metric')).toBeCloseTo(gravity, 3);
  expect(fromLiters(toLiters(5, 'us'), 'us')).toBeCloseTo(5, 12);
  expect(fromLiters(20, 'metric')).toBe(20);
});

test('hops are ordered in whole pounds, and the rest is left over', () => {
  expect(wholePoundsFor(toGrams(16, 'us'))).toEqual({ pounds: 1, leftover: 0 });
  expect(wholePoundsFor(toGrams(17, 'us')).pounds).toBe(2);
  expect(fromGrams(wholePoundsFor(toGrams(2, 'us')).leftover, 'us')).toBeCloseTo(14, 9);
  expect(wholePoundsFor(0)).toEqual({ pounds: 0, leftover: 0 });
  expect(wholePoundsFor(GRAMS_PER_POUND * 3)).toEqual({ pounds: 3, leftover: 0 });
});
