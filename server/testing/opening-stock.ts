type Move = { reason: string; pounds: number };

/** The stock before any sales: opening stock plus manual counts. */
export const openingStock = (moves: Move[]): number =>
  moves
    .filter(({ reason }) => reason === 'opening' || reason === 'by hand')
    .reduce((sum, { pounds }) => sum + pounds, 0);
