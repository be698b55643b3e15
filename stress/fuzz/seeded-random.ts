// Chance that can be had again: each request is thrown from the seed, the call and its number, so one request is repeated
// without those before it.
import { createHash } from 'node:crypto';
import { seededRandom as seededDice } from '#server/testing/many-orders.ts';

export type SeededRandom = {
  below(sides: number): number;
  /** True so often in a hundred. */
  percent(often: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** One of a list that may be empty. */
  anyOf<T>(from: readonly T[]): T | undefined;
  bytes(length: number): Buffer;
};

export function seededRandom(...of: (string | number)[]): SeededRandom {
  const roll = seededDice(createHash('sha256').update(of.join(' ')).digest().readUInt32LE());
  const below = (sides: number) => roll(sides);
  return {
    below,
    percent: (often) => below(100) < often,
    pick: (from) => from[below(from.length)] ?? from[0],
    anyOf: (from) => from[below(from.length)],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}

/** A seed that a person can type. */
export const newSeed = () => Date.now() % 1_000_000;
