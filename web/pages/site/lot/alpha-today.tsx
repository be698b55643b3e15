import { formatDay } from '#contracts/dates.ts';
import { AVERAGE_LOSS, estimateOn, percentTransformed, storages } from '#contracts/hop-aging.ts';
import { formatPercent, formatStorageIndex } from '#contracts/hop-format.ts';
import type { PublishedLot } from '#contracts/lot-pages.ts';

/** What is left of the alpha acid, by where the bag was kept. */
export function AlphaToday({ lot, today }: { lot: PublishedLot; today: string }) {
  const lost = Math.round(percentTransformed(lot.storage_index));
  return (
    <section className="lot-today">
      <h3>Alpha today, an estimate</h3>
      <p className="lot-estimate">
        <b className="tabular-nums">≈ {formatPercent(estimateOn(today, lot).alpha_acid)}</b> if kept cold and sealed
      </p>
      <table className="lot-table tabular-nums">
        <caption className="visually-hidden">Estimated figures on {formatDay(today)}</caption>
        <thead>
          <tr>
            <th scope="col">A sealed bag, kept</th>
            <th scope="col">Alpha</th>
            <th scope="col">HSI</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(storages).map(([name, storage]) => {
            const { alpha_acid, storage_index } = estimateOn(today, lot, storage);
            return (
              <tr key={name}>
                <th scope="row">
                  {name} <span>{formatTemperature(storage.celsius)}</span>
                </th>
                <td>≈ {formatPercent(alpha_acid)}</td>
                <td>≈ {storage_index.toFixed(2)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="lot-small">
        It was not tested again. At the test, an HSI of {formatStorageIndex(lot.storage_index)} meant that{' '}
        {lost === 0 ? 'no acids' : `about ${lost}% of the acids`} were lost (Nickerson and Likens). From then on we
        count Garetz's loss of an average hop, {AVERAGE_LOSS}% in six months at 68 °F in the open. Yours may keep better
        or worse.
      </p>
    </section>
  );
}

/** 39 °F / 4 °C */
const formatTemperature = (celsius: number) => `${Math.round(celsius * 1.8 + 32)} °F / ${celsius} °C`.replace('-', '−');
