/**
 * For statements with one value or term per item: SQLite allows 32,766 values and an expression 1,000 terms deep, so a list that
 * can grow is split.
 */
export function batchesOf<T>(items: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size));
  return batches;
}
