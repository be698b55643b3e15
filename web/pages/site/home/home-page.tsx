import hero from '#content/pictures/hero.jpg?picture';
import heroPhone from '#content/pictures/hero-phone.jpg?picture';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { HomeWords } from '#contracts/words.ts';
import { ChosenPicture } from '#web/layout/chosen-picture.tsx';
import { DeferBelowFold } from '#web/layout/defer-below-fold.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { preloadsOf } from '#web/ui/picture.tsx';
import { BreweryList } from './brewery-list.tsx';
import { Facts } from './facts.tsx';
import { FarmIntro } from './farm-intro.tsx';
import { Reasons } from './reasons.tsx';
import { Varieties } from './varieties.tsx';
import './home-page.css';
import './varieties.css';
import './reasons.css';
import './brewery-list.css';

type Props = {
  words: QueryState<ResponseOf<'GET /api/words/home'>>;
  products: QueryState<ResponseOf<'GET /api/products'>>;
};

export const headFor = ({ words }: Props, farm: PublicFarm): Head => ({
  title: words.is === 'ready' ? words.data.data.home.hero.lines.join(' ') : farm.tagline,
  brandFirst: true,
  description: farm.description,
  preloads: words.is === 'ready' ? preloadsOf(heroPicture(words.data.data.home.hero)) : [],
});

export function Page({ words, products }: Props) {
  return (
    <AsyncView state={words} loading="Loading the farm..." skeleton={<div className="skeleton words-skeleton" />}>
      {({ data: { home, breweries } }) => (
        <>
          <Hero {...home.hero} />
          <Facts facts={home.facts} />
          <FarmIntro {...home.farm} />
          <DeferBelowFold>
            <ErrorBoundary fallback={<Varieties words={home.varieties} products={[]} />} resetKey={products}>
              <Varieties words={home.varieties} products={products.is === 'ready' ? products.data.data : []} />
            </ErrorBoundary>
            <Reasons {...home.reasons} />
            <BreweryList note={home.breweries} breweries={breweries} />
            <Closing {...home.closing} />
          </DeferBelowFold>
        </>
      )}
    </AsyncView>
  );
}

const WIDE = 'max(100vw, 1444px)';

/** The shop's own picture has a crop for phones. */
const heroPicture = ({ picture }: HomeWords['hero']) =>
  picture.name === hero
    ? { ...picture, phone: heroPhone, sizes: WIDE }
    : { ...picture, sizes: `(max-width: 699px) 150vw, ${WIDE}` };

function Hero(words: HomeWords['hero']) {
  const { lines, lead, alt } = words;
  return (
    <section className="hero dark">
      <ChosenPicture {...heroPicture(words)} alt={alt} eager="first" />
      <div className="wrap">
        <h1>
          {lines.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        <p>{lead}</p>
        <a className="button button-gold button-big" href={pagePaths.products}>
          Buy Now
        </a>
      </div>
    </section>
  );
}

function Closing({ heading, text, picture, alt }: HomeWords['closing']) {
  return (
    <section className="closing dark">
      <ChosenPicture {...picture} alt={alt} sizes="(max-width: 699px) max(100vw, 630px), max(80vw, 960px)" />
      <div className="wrap">
        <h2>{heading}</h2>
        <p>{text}</p>
        <a className="button button-gold button-big" href={pagePaths.products}>
          Shop Now
        </a>
      </div>
    </section>
  );
}
