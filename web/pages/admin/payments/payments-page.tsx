import { useState } from 'react';
import { farm } from '#content/farm.ts';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PaymentAlert } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { OfficePage } from '#web/layout/admin-page.tsx';
import { send } from '#web/query/mutate.ts';
import { useAnswers } from '#web/query/query-cache.ts';
import type { Load } from '#web/query/query-state.ts';
import { useSending } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { Loaded } from '#web/ui/async-view.tsx';
import { Question } from '#web/ui/confirm-dialog.tsx';

const ALARMS = '/api/payment-alarms';

type Alarms = ResponseOf<'GET /api/payment-alarms'>;

export const headOf = (): Head => ({ title: `Payments to look at · ${farm.brand}`, description: '' });

export function Page({ alarms }: { alarms: Load<Alarms> }) {
  return (
    <OfficePage title="Payments to look at">
      <p className="office-lead">
        Where the shop and the card provider do not agree, a person decides. Compare with the provider's own list first.
      </p>
      <Loaded from={alarms} loading="Loading payments..." skeleton={<div className="skeleton office-row-skeleton" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="office-empty">Every payment is accounted for.</p>
          ) : (
            <ul className="alarms">
              {data.map((alarm) => (
                <Alarm key={alarm.id} alarm={alarm} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </OfficePage>
  );
}

function Alarm({ alarm: { id, at, payment_id, order_id, what } }: { alarm: PaymentAlert }) {
  const answers = useAnswers();
  const [asked, setAsked] = useState(false);
  const { busy, refused, run } = useSending();

  async function settle() {
    await run(async () => {
      await send('POST /api/payment-alarms/:id/settlement', { params: { id } });
      answers.update(ALARMS, ({ data }: Alarms) => ({ data: data.filter((each) => each.id !== id) }));
      answers.forget('/api/dashboard');
    });
    setAsked(false);
  }

  return (
    <li>
      <div>
        <p>
          Payment <b className="alarm-payment">{payment_id}</b> {what}.
        </p>
        <p className="office-faint">
          {formatDateTime(at)}
          {order_id && (
            <>
              {' · '}
              <a className="text-link" href={pagePaths.order(order_id)}>
                Order {order_id}
              </a>
            </>
          )}
        </p>
        {refused.text && <p role="alert">{refused.text}</p>}
      </div>
      <button className="button" type="button" onClick={() => setAsked(true)}>
        Mark as settled
      </button>
      {asked && (
        <Question
          text={`Is payment ${payment_id} settled? It leaves this list.`}
          yes="Settled"
          busy={busy}
          onYes={() => void settle()}
          onNo={() => setAsked(false)}
        />
      )}
    </li>
  );
}
