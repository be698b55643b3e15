// Why pounds come and go. Without schemas, so that the browser can import it.

/** What staff enter themselves. A harvest adds pounds, a loss and a sample take them; a correction does either. */
export const stockKinds = ['harvest', 'loss', 'sample', 'correction'] as const;
export type StockKind = (typeof stockKinds)[number];

/** Pounds can also move from one lot to another: then the product's stock stays. */
export const stockEntries = [...stockKinds, 'move'] as const;
export type StockEntry = (typeof stockEntries)[number];

export const stockReasons = ['opening', ...stockEntries, 'sale', 'release', 'refund'] as const;
export type StockReason = (typeof stockReasons)[number];

/** With its sign: staff enter what was lost as a plain number. */
export const signedPounds = (kind: StockKind, pounds: number): number =>
  kind === 'loss' || kind === 'sample' ? -pounds : pounds;
