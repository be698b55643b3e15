import { useState } from 'react';
import { farm } from '#content/farm.ts';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PaymentAlert } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const ALERTS = '/api/payment-alarms';

type Alerts = ResponseOf<'GET /api/payment-alarms'>;

export const headFor = (): Head => ({ title: `Payments to look at · ${farm.brand}`, description: '' });

export function Page({ alarms }: { alarms: QueryState<Alerts> }) {
  return (
    <AdminPage title="Payments to look at">
      <p className="admin-lead">
        Where the shop and the card provider do not agree, a person decides. Compare with the provider's own list first.
      </p>
      <AsyncView
        state={alarms}
        loading="Loading payments..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className="admin-empty">Every payment is accounted for.</p>
          ) : (
            <ul className="alerts">
              {data.map((alarm) => (
                <Alert key={alarm.id} alarm={alarm} />
              ))}
            </ul>
          )
        }
      </AsyncView>
    </AdminPage>
  );
}

function Alert({ alarm: { id, at, payment_id, order_id, what } }: { alarm: PaymentAlert }) {
  const answers = useQueryCache();
  const [asked, setAsked] = useState(false);
  const { busy, error, submit } = useSubmit();

  async function resolve() {
    await submit(async () => {
      await mutate('POST /api/payment-alarms/:id/settlement', { params: { id } });
      answers.update(ALERTS, ({ data }: Alerts) => ({ data: data.filter((each) => each.id !== id) }));
      answers.invalidate('/api/dashboard');
    });
    setAsked(false);
  }

  return (
    <li>
      <div>
        <p>
          Payment <b className="alert-payment">{payment_id}</b> {what}.
        </p>
        <p className="admin-faint">
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
        {error.text && <p role="alert">{error.text}</p>}
      </div>
      <button className="button" type="button" onClick={() => setAsked(true)}>
        Mark as settled
      </button>
      {asked && (
        <ConfirmDialog
          text={`Is payment ${payment_id} settled? It leaves this list.`}
          yes="Settled"
          busy={busy}
          onYes={() => void resolve()}
          onNo={() => setAsked(false)}
        />
      )}
    </li>
  );
}
