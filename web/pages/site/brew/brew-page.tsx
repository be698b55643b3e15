import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { BrewForm } from './brew-form.tsx';
import '#web/ui/field.css';
import '#web/ui/text-button.css';
import './brew-page.css';

type Props = { hops: QueryState<ResponseOf<'GET /api/hops'>> };

export const headFor = (_: unknown, { brand }: PublicFarm): Head => ({
  title: 'Brew day',
  description: `How bitter will it be? Work out IBU or ounces with the alpha acid of the current lots of ${brand}, and order what you need.`,
});

export function Page({ hops }: Props) {
  return (
    <>
      <div className="slim-banner">
        <div className="wrap">
          <h1 className="slim-banner-title">Brew day</h1>
        </div>
      </div>
      <div className="brew wrap">
        <p className="note brew-lead">Bitterness by Tinseth's formula, with the alpha acid of the hops we sell now.</p>
        <AsyncView state={hops} loading="Loading hops..." skeleton={<div className="skeleton brew-skeleton" />}>
          {({ data, today }) =>
            data[0] ? (
              <BrewForm hops={data} today={today} first={data[0].slug} />
            ) : (
              <p>
                There are no hops to brew with right now. <a href={pagePaths.products}>See our products</a>.
              </p>
            )
          }
        </AsyncView>
      </div>
    </>
  );
}
