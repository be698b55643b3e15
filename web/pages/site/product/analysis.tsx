import { type UsualRanges, usualRanges } from '#content/usual-ranges.ts';
import type { ProductWithLot } from '#contracts/catalog.ts';
import { formatDay } from '#contracts/dates.ts';
import { formatMilliliters, formatPercent, oneDecimal } from '#contracts/hop-format.ts';
import { CertificateLink } from '#web/layout/certificate-link.tsx';
import { RangeMarker } from './range-marker.tsx';

const figures = [
  { key: 'alpha_acid', name: 'Alpha acid', format: formatPercent },
  { key: 'beta_acid', name: 'Beta acid', format: formatPercent },
  { key: 'total_oil', name: 'Total oil', format: formatMilliliters },
] as const;

/** The current lot's values if there is a lot, on the variety's usual range where that is known. */
export function Analysis({ product }: { product: ProductWithLot }) {
  const { lot } = product;
  const values = lot ?? product;
  const ranges: UsualRanges | undefined = usualRanges[product.slug];
  return (
    <section className="analysis" aria-labelledby="analysis">
      <h2 id="analysis">
        Analysis
        {lot && (
          <>
            {' '}
            of lot <span className="unbroken">{lot.number}</span>
          </>
        )}
      </h2>
      <dl>
        {figures.map(({ key, name, format }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <span>{format(values[key])}</span>
              {ranges && (
                <small>
                  {compare(values[key], ranges[key])}usual{' '}
                  <span className="unbroken">{formatRange(ranges[key], format)}</span>
                </small>
              )}
              {ranges && <RangeMarker value={values[key]} range={ranges[key]} />}
            </dd>
          </div>
        ))}
      </dl>
      {lot && <p className="analysis-tested">Tested on {formatDay(lot.tested_on)}.</p>}
      {ranges && <p>Usual ranges: {ranges.source}.</p>}
      {lot && differs(product) && <p>{catalogNote(product)}</p>}
      {lot && <CertificateLink hop={product.name} lot={lot} label="Certificate of analysis (PDF)" />}
    </section>
  );
}

type Range = UsualRanges['alpha_acid'];

function compare(value: number, [low, high]: Range): string {
  if (value < low) return 'below the ';
  return value > high ? 'above the ' : '';
}

/** 9.4–12.4% */
const formatRange = ([low, high]: Range, format: (value: number) => string) => `${oneDecimal(low)}–${format(high)}`;

const differs = ({ lot, alpha_acid, beta_acid, total_oil }: ProductWithLot) =>
  lot?.alpha_acid !== alpha_acid || lot.beta_acid !== beta_acid || lot.total_oil !== total_oil;

/** If the lot's values differ from the catalog's, say which are which. */
const catalogNote = ({ alpha_acid, beta_acid, total_oil }: ProductWithLot) =>
  `The catalog lists this hop at ${formatPercent(alpha_acid)} alpha, ${formatPercent(beta_acid)} beta and ${formatMilliliters(total_oil)} oil. These are the lab results for this lot.`;
