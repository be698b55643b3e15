import { fromGrams, unitNames } from '#contracts/brewing.ts';
import type { ProductWithLot } from '#contracts/catalog.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { fillCart } from '#web/cart/cart.ts';
import { toast } from '#web/ui/toast.tsx';
import { type Brew, poundsToOrder, type Result } from './brew-state.ts';

type Props = { brew: Brew; result: Result; hops: ProductWithLot[] };

/** What comes out. It prints as a brew sheet. */
export function BrewSheet({ brew, result: { additions, ibu }, hops }: Props) {
  const { volume, weight } = unitNames[brew.units];
  const nameOf = (hop: string) => hops.find(({ slug }) => slug === hop)?.name ?? hop;
  return (
    <section className="brew-sheet" aria-label="Result">
      <p className="brew-total" role="status">
        {additions ? (
          <>
            <b>{ibu.toFixed(0)}</b> IBU
          </>
        ) : (
          'Something is missing.'
        )}
      </p>
      {additions && (
        <>
          <p className="brew-facts">
            {brew.volume} {volume} at {brew.gravity}
            {brew.units === 'metric' && ' °P'}, boiled for {brew.boil} minutes
          </p>
          <table className="brew-table tabular-nums">
            <thead>
              <tr>
                <th scope="col">Hop</th>
                <th scope="col">{weight}</th>
                <th scope="col">Min</th>
                <th scope="col">IBU</th>
              </tr>
            </thead>
            <tbody>
              {additions.map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: additions have no identity but their place
                <tr key={index}>
                  <th scope="row">
                    {nameOf(each.hop)} <span>{each.alpha}%</span>
                  </th>
                  <td>{fromGrams(each.grams, brew.units).toFixed(2)}</td>
                  <td>{each.minutes}</td>
                  <td>{each.ibu.toFixed(1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Order brew={brew} additions={additions} hops={hops} />
        </>
      )}
    </section>
  );
}

type Ordered = Pick<Props, 'brew' | 'hops'> & { additions: NonNullable<Result['additions']> };

function Order({ brew, additions, hops }: Ordered) {
  const { weight } = unitNames[brew.units];
  const wanted = poundsToOrder(additions).flatMap((each) => {
    const product = hops.find(({ slug }) => slug === each.hop);
    return product && each.pounds > 0 ? [{ ...each, product }] : [];
  });
  const missing = wanted.filter(({ product, pounds }) => product.stock < pounds);
  return (
    <div className="brew-order">
      <h2>To order</h2>
      <ul>
        {wanted.map(({ hop, product, pounds, leftover }) => (
          <li key={hop}>
            <b>
              {formatPounds(pounds)} of {product.name}
            </b>
            {leftover > 0.5 && `, with ${fromGrams(leftover, brew.units).toFixed(1)} ${weight} left over`}.
            {product.stock < pounds &&
              (product.stock === 0 ? ' Sold out.' : ` Only ${formatPounds(product.stock)} in stock.`)}
          </li>
        ))}
      </ul>
      <div className="brew-actions">
        {wanted.length > 0 && missing.length === 0 && (
          <a
            className="button button-gold"
            href={pagePaths.placeOrder}
            onClick={() => fillCart(wanted.map(({ product, pounds }) => ({ id: product.id, pounds })))}
          >
            Order this
          </a>
        )}
        <button className="button" type="button" onClick={() => void copyLink()}>
          Copy link
        </button>
        <button className="button" type="button" onClick={() => print()}>
          Print
        </button>
      </div>
    </div>
  );
}

async function copyLink(): Promise<void> {
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  toast({ text: copied ? 'Link copied.' : 'Copy the address of this page to share the brew.' });
}
