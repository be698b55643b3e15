import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { LotArticle } from './lot-article.tsx';
import './lot-page.css';

type Props = { lots: QueryState<ResponseOf<'GET /api/lots/:number'>> };

export function headFor({ lots }: Props, { brand }: PublicFarm): Head {
  const lot = lots.is === 'ready' ? lots.data.data[0] : undefined;
  if (!lot) return { title: 'Lot' };
  const { number, product, alpha_acid, harvest_year } = lot;
  return {
    title: `Lot ${number}: ${product.name} hops`,
    description: `Lab results of ${product.name} lot ${number} of ${brand}, harvest ${harvest_year}: ${alpha_acid}% alpha acid as tested, an estimate of what is left today, and how to brew with it.`,
  };
}

/** Where the code on a bag's label leads. */
export function Page({ lots }: Props) {
  return (
    <>
      <div className="slim-banner">
        <div className="wrap">
          <p className="slim-banner-title">Our Lots</p>
          <a className="text-link" href={pagePaths.products}>
            All products
          </a>
        </div>
      </div>
      <div className="lot wrap">
        <AsyncView state={lots} loading="Loading the lot..." skeleton={<div className="skeleton lot-skeleton" />}>
          {({ data, today }) => (
            <>
              <h1>
                Lot <span className="unbroken">{data[0]?.number}</span>
              </h1>
              {data.length > 1 && <p className="note">Two hops have this number. Look for yours.</p>}
              {data.map((lot) => (
                <LotArticle key={lot.id} lot={lot} today={today} />
              ))}
            </>
          )}
        </AsyncView>
      </div>
    </>
  );
}
