import { describeStorageIndex, formatPercent, formatStorageIndex } from '#contracts/hop-format.ts';
import type { Lot } from '#contracts/lots.ts';

/** What brewers want to know about a lot besides acids and oil. */
export function LotDetails({ lot }: { lot: Lot }) {
  const { number, harvest_year, form, moisture, storage_index } = lot;
  const rows = [
    ['Harvest', String(harvest_year)],
    ['Form', form],
    ['Moisture', formatPercent(moisture)],
    ['Storage index (HSI)', `${formatStorageIndex(storage_index)}, ${describeStorageIndex(storage_index)}`],
  ];
  return (
    <section className="lot-details" aria-labelledby="lot">
      <h2 id="lot">
        Lot <span className="unbroken">{number}</span>
      </h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        An HSI of 0.25 is fresh; 0.31 means about 10% of the acids are lost. It isn't the only sign of quality, and
        alpha drops in storage, so check the test date.
      </p>
    </section>
  );
}
