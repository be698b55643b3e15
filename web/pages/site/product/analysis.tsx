import type { ProductWithLot } from '#contracts/catalog.ts';
import { formatDay } from '#contracts/dates.ts';
import { formatMilliliters, formatPercent } from '#contracts/hop-format.ts';

const WIDTH = 320;

/**
 * Bars on the scale of what hops reach at all: a glance says high or low, the number beside it how much. They are those of
 * the lot one would get, where staff say which.
 */
export function Analysis({ product }: { product: ProductWithLot }) {
  const { lot } = product;
  const { alpha_acid, beta_acid, total_oil } = lot ?? product;
  const rows = [
    { name: 'Alpha acid', value: alpha_acid, most: 20, shown: formatPercent(alpha_acid) },
    { name: 'Beta acid', value: beta_acid, most: 10, shown: formatPercent(beta_acid) },
    { name: 'Total oil', value: total_oil, most: 4, shown: formatMilliliters(total_oil) },
  ];
  return (
    <section className="analysis" aria-labelledby="analysis">
      <h2 id="analysis">{lot ? `Analysis of lot ${lot.number}` : 'Analysis'}</h2>
      <dl>
        {rows.map(({ name, value, most, shown }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <svg viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true">
                <rect className="analysis-scale" width={WIDTH} height="12" />
                <rect className="analysis-bar" width={WIDTH * Math.min(1, value / most)} height="12" />
              </svg>
              {shown}
            </dd>
          </div>
        ))}
      </dl>
      {lot && <p className="analysis-tested">Tested on {formatDay(lot.tested_on)}.</p>}
      <p>Acids in percent, oil in mL per 100 g. Full bars: 20%, 10% and 4 mL.</p>
      {lot && differs(product) && <p>{listedWith(product)}</p>}
      {lot?.certificate_url && (
        <a
          className="text-link"
          href={lot.certificate_url}
          download={`${product.name} lot ${lot.number}.pdf`.replaceAll('/', '-')}
        >
          Certificate of analysis (PDF)
        </a>
      )}
    </section>
  );
}

const differs = ({ lot, alpha_acid, beta_acid, total_oil }: ProductWithLot) =>
  lot?.alpha_acid !== alpha_acid || lot.beta_acid !== beta_acid || lot.total_oil !== total_oil;

/** The catalogue shows the figures of the hop: where its lot has others, nobody shall wonder which ones hold. */
const listedWith = ({ alpha_acid, beta_acid, total_oil }: ProductWithLot) =>
  `The catalogue lists this hop with ${formatPercent(alpha_acid)} alpha, ${formatPercent(beta_acid)} beta and ${formatMilliliters(total_oil)} oil. Here is what the lab found in this lot.`;
