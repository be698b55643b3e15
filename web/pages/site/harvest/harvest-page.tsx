import { useEffect, useState } from 'react';
import cones from '#content/pictures/gallery-17.jpg?picture';
import { formatDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { HARVEST_CALENDAR, HARVEST_FEED, stepsOf } from '#contracts/harvest-steps.ts';
import type { Harvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { AskForAlert } from '#web/alerts/ask-for-alert.tsx';
import { Banner } from '#web/layout/banner.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Picture } from '#web/ui/picture.tsx';
import './harvest-page.css';

type Props = { harvests: QueryState<ResponseOf<'GET /api/harvests'>> };

export const headFor = (_: unknown, { brand }: PublicFarm): Head => ({
  title: 'Harvest',
  description: `What ${brand} picks next: each hop with its expected day, pounds and price, wet or dried.`,
});

export function Page({ harvests }: Props) {
  return (
    <>
      <Banner title="Harvest">
        <Picture folder={pictureFolders.project} name={cones} alt="" sizes="100vw" eager="first" fallback="" />
      </Banner>
      <div className="harvest wrap">
        <p className="note harvest-lead">
          What we pick next. Hops ripen when they ripen, so each day is an estimate until we start.
        </p>
        <AsyncView
          state={harvests}
          loading="Loading the harvest..."
          skeleton={<div className="skeleton harvest-skeleton" />}
        >
          {({ data }) =>
            data.length === 0 ? (
              <p>
                Nothing is on the board right now. <a href={pagePaths.products}>See the hops we have</a>.
              </p>
            ) : (
              <Board harvests={data} />
            )
          }
        </AsyncView>
        <AskForAlert
          heading="Tell me about harvest"
          help="News by email, a few times a year. We first send you a link to confirm your address."
        />
      </div>
    </>
  );
}

function Board({ harvests }: { harvests: Harvest[] }) {
  return (
    <>
      <ul className="harvest-board">
        {harvests.map((harvest) => (
          <HarvestItem key={harvest.id} harvest={harvest} />
        ))}
      </ul>
      <p className="harvest-feeds">
        <a className="text-link" href={useSubscription()}>
          Subscribe in your calendar
        </a>{' '}
        <a className="text-link" href={HARVEST_CALENDAR}>
          Download for your calendar
        </a>{' '}
        <a className="text-link" href={HARVEST_FEED}>
          Feed
        </a>
      </p>
    </>
  );
}

/** Calendar programs open webcal addresses, and keep what they subscribe to up to date. */
function useSubscription(): string {
  const [url, setUrl] = useState<string>(HARVEST_CALENDAR);
  useEffect(() => setUrl(`webcal://${location.host}${HARVEST_CALENDAR}`), []);
  return url;
}

function HarvestItem({ harvest }: { harvest: Harvest }) {
  const { id, hop, slug, kind, status, expected_on, pounds, price, note } = harvest;
  const steps = stepsOf(kind);
  const reached = steps.indexOf(status);
  return (
    <li id={`harvest-${id}`}>
      <div className="harvest-text">
        <h2>
          <a href={pagePaths.product(slug)}>{hop}</a>
        </h2>
        <p className="harvest-day">
          <time dateTime={expected_on}>{formatDay(expected_on)}</time>
        </p>
        <p>
          {kind === 'wet' ? 'Wet hops, straight from the bine' : 'Dried and bagged'}. About {formatPounds(pounds)} at $
          {formatDollars(price)} per lb.
        </p>
        {note && <p className="harvest-note">{note}</p>}
        <Reserve harvest={harvest} />
      </div>
      <ol className="harvest-steps" aria-label={`${hop} is ${describe[status]}`}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={index <= reached ? 'harvest-step-done' : undefined}
            {...(index === reached && { 'aria-current': 'step' })}
          >
            {names[step]}
          </li>
        ))}
      </ol>
      {status !== 'ready' && (
        <details className="harvest-follow">
          <summary>Email me if the day changes</summary>
          <AskForAlert
            heading={`${hop}, ${formatDay(expected_on)}`}
            help="We first send you a link to confirm your address."
            about={{ harvest_id: id }}
          />
        </details>
      )}
    </li>
  );
}

function Reserve({ harvest: { id, hop, kind, deposit_percent, left } }: { harvest: Harvest }) {
  if (deposit_percent === null) return null;
  if (left === 0) return <p>All of it is reserved.</p>;
  return (
    <p className="harvest-reserve">
      <a className="button" href={pagePaths.reserve(id)} aria-label={`Reserve ${kind === 'wet' ? 'wet ' : ''}${hop}`}>
        Reserve
      </a>
      <span>
        {formatPounds(left)} left, with a {deposit_percent}% deposit.
      </span>
    </p>
  );
}

const names: Record<Harvest['status'], string> = {
  growing: 'Growing',
  ripening: 'Ripening',
  picking: 'Picking',
  kiln: 'Kiln',
  ready: 'Ready',
};
const describe: Record<Harvest['status'], string> = {
  growing: 'growing',
  ripening: 'ripening',
  picking: 'being picked',
  kiln: 'in the kiln',
  ready: 'ready',
};
