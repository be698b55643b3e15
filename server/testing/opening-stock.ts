type Move = { reason: string; pounds: number };

/** What there was before anybody bought: first fill and counts by hand. */
export const openingStock = (moves: Move[]): number =>
  moves
    .filter(({ reason }) => reason === 'opening' || reason === 'by hand')
    .reduce((sum, { pounds }) => sum + pounds, 0);
