import type { Db } from '#server/database/schema.ts';

type Move = { reason: string; pounds: number };

/** The stock before any sales: opening stock plus manual counts. */
export const openingStock = (moves: Move[]): number =>
  moves
    .filter(({ reason }) => reason === 'opening' || reason === 'by hand')
    .reduce((sum, { pounds }) => sum + pounds, 0);

/** Gives every product of a new shop so many pounds, on its sample lot. Enough that nobody sells out. */
export async function fillStock(tx: Db, stock = 1_000_000): Promise<void> {
  await tx.updateTable('products').set({ stock }).execute();
  await tx.updateTable('lots').set({ stock }).execute();
  await tx.updateTable('stock_moves').set({ pounds: stock, stock_after: stock }).execute();
}
