import { formatDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { formatTime } from '#contracts/harvest-steps.ts';
import type { Harvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { phoneLink } from '#contracts/phone.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { useClientConfig, useFarm } from '#web/session/client-config.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { useLoaded } from '#web/ui/use-loaded.ts';
import '#web/ordering/receipt.css';
import '#web/ui/field.css';
import '#web/ui/stepper.css';
import './reserve-page.css';

type Props = { harvest: QueryState<ResponseOf<'GET /api/harvests/:id'>> };

export const headFor = ({ harvest }: Props, { brand }: PublicFarm): Head =>
  harvest.is === 'ready'
    ? {
        title: `Reserve ${nameOf(harvest.data.data)}`,
        description: `Reserve pounds of the ${harvest.data.data.hop} harvest at ${brand}, expected ${formatDay(harvest.data.data.expected_on)}, with a deposit.`,
      }
    : { title: 'Reserve the harvest', description: `Reserve pounds of a coming harvest at ${brand}.` };

export function Page({ harvest }: Props) {
  return (
    <AsyncView
      state={harvest}
      loading="Loading the harvest..."
      skeleton={<div className="skeleton receipt-skeleton" />}
      inset
    >
      {({ data }) => <Offer harvest={data} />}
    </AsyncView>
  );
}

function Offer({ harvest }: { harvest: Harvest }) {
  const { kind, expected_on, price, pounds, left, deposit_percent, days, note } = harvest;
  return (
    <article className="receipt reserve">
      <header className="receipt-head">
        <div>
          <p className="note">Harvest, about {formatDay(expected_on)}</p>
          <h1>Reserve {nameOf(harvest)}</h1>
        </div>
      </header>
      <div className="receipt-body">
        <section className="reserve-offer">
          <dl className="reserve-facts tabular-nums">
            <div>
              <dt>Price</dt>
              <dd>${formatDollars(price)} per lb</dd>
            </div>
            <div>
              <dt>Harvest</dt>
              <dd>about {formatPounds(pounds)}</dd>
            </div>
            {deposit_percent !== null && (
              <>
                <div>
                  <dt>Left to reserve</dt>
                  <dd>{formatPounds(left)}</dd>
                </div>
                <div>
                  <dt>Deposit</dt>
                  <dd>{deposit_percent}%</dd>
                </div>
              </>
            )}
          </dl>
          {days.length > 0 && (
            <>
              <h2>Pickup days</h2>
              <ul className="reserve-days">
                {days.map(({ id, day, from, to, left: leftThen }) => (
                  <li key={id}>
                    {formatDay(day)}, {formatTime(from)} to {formatTime(to)}:{' '}
                    {leftThen === 0 ? 'all reserved' : `${formatPounds(leftThen)} left`}
                  </li>
                ))}
              </ul>
            </>
          )}
          {!whyClosed(harvest) && <HowItWorks kind={kind} />}
          {note && <p className="reserve-note">{note}</p>}
        </section>
        <div className="receipt-side">
          <Reserving harvest={harvest} />
        </div>
      </div>
    </article>
  );
}

function HowItWorks({ kind }: Pick<Harvest, 'kind'>) {
  return (
    <>
      <h2>How it works</h2>
      <ol className="reserve-steps">
        <li>You pay the deposit now. The pounds are yours.</li>
        <li>
          {kind === 'wet'
            ? 'We pick on the morning of your pickup day, and weigh your hops.'
            : 'We pick, dry and bag the hops, and weigh yours.'}
        </li>
        <li>You get a link to pay what is left, by final weight. If you paid too much, it goes back to your card.</li>
      </ol>
    </>
  );
}

function Reserving({ harvest }: { harvest: Harvest }) {
  const { phone } = useFarm();
  const { provider } = useClientConfig().payments;
  const part = useLoaded(() => import('./reserve-form.tsx'));
  const why = whyClosed(harvest);
  const closed = why && <Closed text={why} harvest={harvest} />;
  // The form stays after it has sold the last pounds.
  if (part.is === 'ready' && provider !== 'off') return <part.module.ReserveForm harvest={harvest} closed={closed} />;
  if (closed) return closed;
  if (provider === 'off')
    return (
      <p>
        We don't take cards on this site right now. Please call us: <a href={phoneLink(phone)}>{phone}</a>.
      </p>
    );
  return (
    <section>
      <noscript>
        <p>Reserving needs JavaScript. Please turn it on or call us: {phone}.</p>
      </noscript>
      {part.is === 'failed' ? (
        <p role="alert">The form didn't load. Please reload the page.</p>
      ) : (
        <div className="skeleton reserve-skeleton" />
      )}
    </section>
  );
}

function Closed({ text, harvest: { status, slug, hop } }: { text: string; harvest: Harvest }) {
  const isReady = status === 'ready';
  return (
    <section>
      <h2>{text}</h2>
      <p>
        <a className="text-link" href={isReady ? pagePaths.product(slug) : pagePaths.harvest}>
          {isReady ? `Order ${hop}` : 'See the harvest board'}
        </a>
      </p>
    </section>
  );
}

function whyClosed({ status, deposit_percent, left, hop }: Harvest): string | undefined {
  if (status === 'ready') return `The ${hop} is in`;
  if (deposit_percent === null) return "This harvest can't be reserved";
  return left === 0 ? 'All of it is reserved' : undefined;
}

const nameOf = ({ kind, hop }: Harvest): string => (kind === 'wet' ? `wet ${hop}` : hop);
