import { formatDay } from '#contracts/dates.ts';
import { daysBetween, describeAge } from '#contracts/hop-aging.ts';
import {
  describeStorageIndex,
  formatMilliliters,
  formatPercent,
  formatStorageIndex,
  formInText,
} from '#contracts/hop-format.ts';
import type { PublishedLot } from '#contracts/lot-pages.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { CertificateLink } from '#web/layout/certificate-link.tsx';
import { AlphaToday } from './alpha-today.tsx';
import { HowToBrew } from './how-to-brew.tsx';

/** `today` is the farm's day. */
type Props = { lot: PublishedLot; today: string };

export function LotArticle({ lot, today }: Props) {
  const { product } = lot;
  const heading = `lot-${lot.id}`;
  return (
    <article className="lot-article" aria-labelledby={heading}>
      <header>
        <div>
          <h2 id={heading}>{product.name}</h2>
          <p className="lot-facts">
            Harvest {lot.harvest_year}, {formInText(lot.form)}
          </p>
          <p className="note">{product.aromas}</p>
        </div>
        {product.on_sale ? (
          <a className="button" href={pagePaths.product(product.slug)}>
            See {product.name}
          </a>
        ) : (
          <p className="lot-gone">We no longer sell this hop. Its figures stay here for the bags you have.</p>
        )}
      </header>
      <Figures lot={lot} today={today} />
      <AlphaToday lot={lot} today={today} />
      <HowToBrew lot={lot} today={today} />
    </article>
  );
}

function Figures({ lot, today }: Props) {
  const rows = [
    ['Alpha acid', formatPercent(lot.alpha_acid)],
    ['Beta acid', formatPercent(lot.beta_acid)],
    ['Total oil', formatMilliliters(lot.total_oil)],
    ['Moisture', formatPercent(lot.moisture)],
    ['Storage index (HSI)', `${formatStorageIndex(lot.storage_index)}, ${describeStorageIndex(lot.storage_index)}`],
    ['Tested', `${formatDay(lot.tested_on)}, ${describeAge(daysBetween(lot.tested_on, today))}`],
  ];
  return (
    <section className="lot-figures">
      <h3>As tested</h3>
      <dl className="tabular-nums">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CertificateLink hop={lot.product.name} lot={lot} label="Certificate of analysis (PDF)" />
    </section>
  );
}
