import { home } from '#content/home.ts';
import comet from '#content/pictures/product-comet.jpg?picture';
import triplePearl from '#content/pictures/product-triple-pearl.jpg?picture';
import type { Product } from '#contracts/catalog.ts';
import { VarietyCard } from './variety-card.tsx';

/** Shows each variety with its analysis, if the catalog has a product of that name. */
export function Varieties({ products }: { products: Product[] }) {
  const analysisOf = (hop: string) => products.find(({ name }) => name === hop);
  return (
    <section className="varieties">
      <div className="varieties-head wrap">
        <h2>{home.varieties.heading}</h2>
        <p className="note">{home.varieties.note}</p>
      </div>
      <div className="varieties-cards">
        <VarietyCard variety={home.triplePearl} picture={triplePearl} analysis={analysisOf(home.triplePearl.name)} />
        <VarietyCard variety={home.comet} picture={comet} analysis={analysisOf(home.comet.name)} />
      </div>
    </section>
  );
}
