import { useState } from 'react';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PaymentAlert } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { NO_PAYMENT } from '#contracts/payment-alerts.ts';
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

export const headFor = (): Head => ({ title: 'Payments needing attention' });

export function Page({ alerts }: { alerts: QueryState<Alerts> }) {
  return (
    <AdminPage title="Payments needing attention">
      <p className="admin-lead">
        The shop and the card provider disagree on these. Check the provider's records before you settle one.
      </p>
      <AsyncView
        state={alerts}
        loading="Loading payments..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className="admin-empty">Every payment is accounted for.</p>
          ) : (
            <ul className="alerts">
              {data.map((alert) => (
                <Alert key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </AsyncView>
    </AdminPage>
  );
}

function Alert({ alert: { id, at, payment_id, order_id, what } }: { alert: PaymentAlert }) {
  const queryCache = useQueryCache();
  const [confirming, setConfirming] = useState(false);
  const { busy, error, submit } = useSubmit();

  async function resolve() {
    await submit(async () => {
      await mutate('POST /api/payment-alarms/:id/settlement', { params: { id } });
      queryCache.update(ALERTS, ({ data }: Alerts) => ({ data: data.filter((each) => each.id !== id) }));
      queryCache.invalidate('/api/dashboard');
    });
    setConfirming(false);
  }

  return (
    <li>
      <div>
        <p>
          {payment_id !== NO_PAYMENT && (
            <>
              Payment <b className="alert-payment">{payment_id}</b>{' '}
            </>
          )}
          {what}.
        </p>
        <p className="admin-faint">
          {formatShortDateTime(at)}
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
      <button className="button" type="button" onClick={() => setConfirming(true)}>
        Mark as settled
      </button>
      {confirming && (
        <ConfirmDialog
          text={`Mark ${payment_id === NO_PAYMENT ? 'this' : `payment ${payment_id}`} as settled? This removes it from the list.`}
          confirmLabel="Settled"
          busy={busy}
          onConfirm={() => void resolve()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </li>
  );
}
