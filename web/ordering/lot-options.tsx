import type { Product } from '#contracts/catalog.ts';
import { formatPercent, formatPounds } from '#contracts/hop-format.ts';

/** Options of a select: any lot, or one of those on sale. */
export function LotOptions({ product: { lots_on_sale = [] } }: { product: Product }) {
  return (
    <>
      <option value="">Any lot</option>
      {lots_on_sale.map(({ id, number, harvest_year, alpha_acid, stock }) => (
        <option key={id} value={id}>
          {`${number}: ${harvest_year}, ${formatPercent(alpha_acid)} alpha, ${formatPounds(stock)}`}
        </option>
      ))}
    </>
  );
}
