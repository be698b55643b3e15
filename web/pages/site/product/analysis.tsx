import type { ProductWithLot } from '#contracts/catalog.ts';
import { formatDay } from '#contracts/dates.ts';
import { formatMilliliters, formatPercent } from '#contracts/hop-format.ts';
import { CertificateLink } from './certificate-link.tsx';

const WIDTH = 320;

/** Bars scaled to the highest values hops reach. Shows the current lot's values if there is one. */
export function Analysis({ product }: { product: ProductWithLot }) {
  const { lot } = product;
  const { alpha_acid, beta_acid, total_oil } = lot ?? product;
  const rows = [
    { name: 'Alpha acid', value: alpha_acid, max: 20, formatted: formatPercent(alpha_acid) },
    { name: 'Beta acid', value: beta_acid, max: 10, formatted: formatPercent(beta_acid) },
    { name: 'Total oil', value: total_oil, max: 4, formatted: formatMilliliters(total_oil) },
  ];
  return (
    <section className="analysis" aria-labelledby="analysis">
      <h2 id="analysis">{lot ? `Analysis of lot ${lot.number}` : 'Analysis'}</h2>
      <dl>
        {rows.map(({ name, value, max, formatted }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <svg viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true">
                <rect className="analysis-scale" width={WIDTH} height="12" />
                <rect className="analysis-bar" width={WIDTH * Math.min(1, value / max)} height="12" />
              </svg>
              {formatted}
            </dd>
          </div>
        ))}
      </dl>
      {lot && <p className="analysis-tested">Tested on {formatDay(lot.tested_on)}.</p>}
      <p>Acids in percent, oil in mL per 100 g. Full bars: 20%, 10% and 4 mL.</p>
      {lot && differs(product) && <p>{catalogNote(product)}</p>}
      {lot && <CertificateLink product={product} lot={lot} label="Certificate of analysis (PDF)" />}
    </section>
  );
}

const differs = ({ lot, alpha_acid, beta_acid, total_oil }: ProductWithLot) =>
  lot?.alpha_acid !== alpha_acid || lot.beta_acid !== beta_acid || lot.total_oil !== total_oil;

/** If the lot's values differ from the catalog's, say which are which. */
const catalogNote = ({ alpha_acid, beta_acid, total_oil }: ProductWithLot) =>
  `The catalog lists this hop at ${formatPercent(alpha_acid)} alpha, ${formatPercent(beta_acid)} beta and ${formatMilliliters(total_oil)} oil. These are the lab results for this lot.`;
