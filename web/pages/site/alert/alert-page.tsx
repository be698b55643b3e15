import type { Subscription } from '#contracts/alerts.ts';
import { formatDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { useFarm } from '#web/session/client-config.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { FormError } from '#web/ui/field.tsx';
import '#web/ui/field.css';
import './alert-page.css';

type Props = { subscription: QueryState<ResponseOf<'GET /api/alerts/:token'>> };

export const headFor = (_: Props, { brand }: PublicFarm): Head => ({
  title: 'Your emails',
  description: `Confirm or stop emails from ${brand}.`,
});

export function Page({ subscription }: Props) {
  return (
    <AsyncView
      state={subscription}
      loading="Loading..."
      skeleton={<div className="skeleton alert-skeleton wrap" />}
      inset
    >
      {({ data }) => <Choice subscription={data} />}
    </AsyncView>
  );
}

/** A button, because mail programs open links by themselves. It is a form, so that it works without script. */
function Choice({ subscription }: { subscription: Subscription }) {
  const { brand } = useFarm();
  const { state, hop } = subscription;
  const token = useRouteLocation().searchParams.get('key') ?? '';
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const params = { token };
  const { heading, text, button } = wordsFor(subscription, brand);
  const send = () =>
    submit(async () => {
      const response =
        state === 'asked'
          ? await mutate('POST /api/alerts/:token/confirmation', { params })
          : await mutate('DELETE /api/alerts/:token', { params });
      queryCache.update(query('GET /api/alerts/:token', { params }).url, () => response);
    });
  return (
    <section className="alert wrap" aria-live="polite">
      <h1>{heading}</h1>
      <p>{text}</p>
      {button && (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <input type="hidden" name="do" value={state === 'asked' ? 'confirm' : 'stop'} />
          <button
            className={state === 'asked' ? 'button button-gold' : 'button'}
            type="submit"
            aria-busy={busy}
            // The second click of a double click would stop what the first has confirmed.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {button}
          </button>
          <FormError text={error.text} />
        </form>
      )}
      <p>
        {hop ? (
          <a className="text-link" href={pagePaths.product(hop.slug)}>
            {hop.name}
          </a>
        ) : (
          <a className="text-link" href={pagePaths.products}>
            Our hops
          </a>
        )}
      </p>
    </section>
  );
}

function wordsFor({ state, hop, harvest_on }: Subscription, brand: string) {
  const emails =
    hop && harvest_on
      ? `an email if the day of the ${hop.name} harvest changes (now ${formatDay(harvest_on)})`
      : hop
        ? `one email when ${hop.name} is back`
        : `news from ${brand}`;
  if (state === 'asked')
    return { heading: 'Confirm your email', text: `Shall we send you ${emails}?`, button: 'Yes, email me' };
  if (state === 'confirmed')
    return { heading: "You're on the list", text: `We'll send you ${emails}.`, button: 'Stop these emails' };
  return { heading: 'No emails', text: `You get no emails for this from ${brand}.`, button: undefined };
}
