import type { Product } from '../../../contracts/catalogue.ts';
import { millilitres, percent } from '../../../contracts/hops.ts';

const WIDTH = 320;

/** Bars on the scale of what hops reach at all: a glance says high or low, the number beside it how much. */
export function Analysis({ product }: { product: Product }) {
  const rows = [
    { name: 'Alpha acid', value: product.alpha_acid, most: 20, shown: percent(product.alpha_acid) },
    { name: 'Beta acid', value: product.beta_acid, most: 10, shown: percent(product.beta_acid) },
    { name: 'Total oil', value: product.total_oil, most: 4, shown: millilitres(product.total_oil) },
  ];
  return (
    <section className="analysis" aria-labelledby="analysis">
      <h2 id="analysis">Analysis</h2>
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
      <p>Acids in percent, oil in mL per 100 g. Full bars: 20%, 10% and 4 mL.</p>
    </section>
  );
}
