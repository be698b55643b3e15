// Reproducible randomness: each request is generated from the seed, the endpoint and its number, so it can be repeated without
// the ones before it.
import { createHash } from 'node:crypto';
import { seededRandom as randomSequence } from '#server/testing/many-orders.ts';

export type SeededRandom = {
  below(sides: number): number;
  /** True with this probability. */
  percent(chance: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Picks from a list that may be empty. */
  anyOf<T>(from: readonly T[]): T | undefined;
  bytes(length: number): Buffer;
};

export function seededRandom(...seed: (string | number)[]): SeededRandom {
  const roll = randomSequence(createHash('sha256').update(seed.join(' ')).digest().readUInt32LE());
  const below = (sides: number) => roll(sides);
  return {
    below,
    percent: (chance) => below(100) < chance,
    pick: (from) => from[below(from.length)] ?? from[0],
    anyOf: (from) => from[below(from.length)],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}

/** A seed that a person can type. */
export const newSeed = () => Date.now() % 1_000_000;
