import { GRAMS_PER_POUND, ibuOf, toLiters } from '#contracts/brewing.ts';
import { estimateOn } from '#contracts/hop-aging.ts';
import { oneDecimal } from '#contracts/hop-format.ts';
import type { PublishedLot } from '#contracts/lot-pages.ts';
import { pagePaths } from '#contracts/page-paths.ts';

const batch = { liters: toLiters(5, 'us'), gravity: 1.05 };
const grams = GRAMS_PER_POUND / 16;
const boils = [60, 30, 10];

export function HowToBrew({ lot, today }: { lot: PublishedLot; today: string }) {
  const { product, alpha_acid } = lot;
  const estimate = estimateOn(today, lot).alpha_acid;
  const file = pagePaths.lot(lot.number);
  return (
    <section className="lot-brew">
      <h3>Brew with it</h3>
      <p>One ounce of this lot in 5 gallons at 1.050, by Tinseth's formula:</p>
      <table className="lot-table tabular-nums">
        <thead>
          <tr>
            <th scope="col">Boiled for</th>
            <th scope="col">IBU as tested</th>
            <th scope="col">IBU today</th>
          </tr>
        </thead>
        <tbody>
          {boils.map((minutes) => (
            <tr key={minutes}>
              <th scope="row">{minutes} minutes</th>
              <td>{oneDecimal(ibuOf({ grams, alpha: alpha_acid, minutes }, batch))}</td>
              <td>≈ {oneDecimal(ibuOf({ grams, alpha: estimate, minutes }, batch))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {product.on_sale && (
        <p>
          <a
            className="text-link"
            href={`${pagePaths.brew}?add=${product.slug}~1~60~${alpha_acid}~${encodeURIComponent(lot.number)}`}
          >
            Plan a brew day with this lot
          </a>
        </p>
      )}
      <p className="lot-small">
        For your brewing software: <a href={`${file}/hop.xml`}>BeerXML</a> or <a href={`${file}/hop.json`}>BeerJSON</a>.
      </p>
    </section>
  );
}
