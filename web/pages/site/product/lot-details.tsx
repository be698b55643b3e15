import { describeStorageIndex, formatPercent, formatStorageIndex } from '#contracts/hop-format.ts';
import type { Lot } from '#contracts/lots.ts';

/** What a brewer asks of a lot beyond its acids and oil. */
export function LotDetails({ lot }: { lot: Lot }) {
  const { number, harvest_year, form, moisture, storage_index } = lot;
  const facts = [
    ['Harvest', String(harvest_year)],
    ['Form', form],
    ['Moisture', formatPercent(moisture)],
    ['Storage index (HSI)', `${formatStorageIndex(storage_index)}, ${describeStorageIndex(storage_index)}`],
  ];
  return (
    <section className="lot-details" aria-labelledby="lot">
      <h2 id="lot">Lot {number}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        An HSI of 0.25 is fresh; at 0.31 about 10% of the acids have changed. It is never the only sign of quality, and
        alpha falls in storage: look at the date of the test.
      </p>
    </section>
  );
}
