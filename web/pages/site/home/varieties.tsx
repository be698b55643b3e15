import type { Product } from '#contracts/catalog.ts';
import type { HomeWords } from '#contracts/words.ts';
import { VarietyCard } from './variety-card.tsx';

type Props = { words: HomeWords['varieties']; products: Product[] };

/** Shows each variety with its analysis, if the catalog has a product of that name. */
export function Varieties({ words, products }: Props) {
  const { heading, note, first, second } = words;
  const analysisOf = (hop: string) => products.find(({ name }) => name === hop);
  return (
    <section className="varieties">
      <div className="varieties-head wrap">
        <h2>{heading}</h2>
        <p className="note">{note}</p>
      </div>
      <div className="varieties-cards">
        <VarietyCard variety={first} analysis={analysisOf(first.name)} />
        <VarietyCard variety={second} analysis={analysisOf(second.name)} />
      </div>
    </section>
  );
}
