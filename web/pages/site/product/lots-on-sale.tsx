import { formatPercent, formatPounds } from '#contracts/hop-format.ts';
import type { LotOnSale } from '#contracts/lots.ts';
import { pagePaths } from '#contracts/page-paths.ts';

/** The lots a buyer can choose from in the order form. */
export function LotsOnSale({ lots }: { lots: LotOnSale[] }) {
  return (
    <section className="lots-on-sale" aria-labelledby="lots-on-sale">
      <h2 id="lots-on-sale">Lots on sale</h2>
      <table>
        <thead>
          <tr>
            {['Lot', 'Harvest', 'Alpha acid', 'In stock'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lots.map(({ id, number, harvest_year, form, alpha_acid, stock }) => (
            <tr key={id}>
              <th scope="row">
                <a className="unbroken" href={pagePaths.lot(number)}>
                  {number}
                </a>{' '}
                <small className="unbroken">{form}</small>
              </th>
              <td>{harvest_year}</td>
              <td>{formatPercent(alpha_acid)}</td>
              <td>{formatPounds(stock)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
