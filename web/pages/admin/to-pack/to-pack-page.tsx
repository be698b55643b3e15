import { useState } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { printPackingSlips } from '#web/ordering/print-packing-slips.ts';
import { Receipt } from '#web/ordering/receipt.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { OrderToPack } from './order-to-pack.tsx';
import { PickingList, printPickingList } from './picking-list.tsx';
import { useMarkReady } from './use-mark-ready.ts';
import '#web/ordering/receipt.css';

type Props = { orders: QueryState<ResponseOf<'GET /api/orders/to-pack'>> };

export const headFor = (): Head => ({ title: 'To Pack' });

/** The paid orders: choose some, print their packing slips, mark them ready. */
export function Page({ orders }: Props) {
  const { busy, error, unchanged, markReady } = useMarkReady();
  return (
    <AdminPage title="To Pack">
      <div className="to-pack-page">
        <p className="admin-lead">Paid orders, oldest first. Choose the ones you bag.</p>
        <div role="status">
          {unchanged.length > 0 && (
            <ul className="to-pack-unchanged">
              {unchanged.map(({ id, message }) => (
                <li key={id}>
                  Order {id} was left as it is. {message}
                </li>
              ))}
            </ul>
          )}
        </div>
        {error.text && <p role="alert">{error.text}</p>}
        <AsyncView
          state={orders}
          loading="Loading orders..."
          skeleton={<div className="skeleton admin-row-skeleton" />}
        >
          {({ data, more }) =>
            data.length === 0 ? (
              <p className="admin-empty">Nothing to pack.</p>
            ) : (
              <PackingList orders={data} more={more} busy={busy} onReady={markReady} />
            )
          }
        </AsyncView>
      </div>
    </AdminPage>
  );
}

type ListProps = { orders: Order[]; more: boolean; busy: boolean; onReady(ids: number[]): Promise<void> };

function PackingList({ orders, more, busy, onReady }: ListProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  const [confirming, setConfirming] = useState(false);
  const chosenOrders = orders.filter(({ id }) => chosen.includes(id));
  const count = chosenOrders.length;
  const all = count === orders.length;

  function toggle(id: number) {
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  }

  return (
    <>
      <div className="to-pack">
        <label className="to-pack-all">
          <input type="checkbox" checked={all} onChange={() => setChosen(all ? [] : orders.map(({ id }) => id))} />
          {orders.length === 1 ? 'Choose the order' : `Choose all ${orders.length} orders`}
        </label>
        <ul className="to-pack-list">
          {orders.map((order) => (
            <OrderToPack
              key={order.id}
              order={order}
              chosen={chosen.includes(order.id)}
              onToggle={() => toggle(order.id)}
            />
          ))}
        </ul>
        {more && <p>These are the {orders.length} oldest. Mark them ready to see the next.</p>}
        <div className="to-pack-actions">
          <button
            className="button button-gold"
            type="button"
            disabled={count === 0}
            onClick={() => setConfirming(true)}
          >
            Mark ready
          </button>
          <button className="button" type="button" disabled={count === 0} onClick={printPackingSlips}>
            {count === 1 ? 'Packing slip' : 'Packing slips'}
          </button>
          <button className="button" type="button" disabled={count === 0} onClick={printPickingList}>
            Picking list
          </button>
          {count === 0 ? (
            <button className="button" type="button" disabled>
              Bag labels
            </button>
          ) : (
            <a className="button" href={`${pagePaths.labels}?orders=${chosenOrders.map(({ id }) => id)}`}>
              Bag labels
            </a>
          )}
          <span role="status">{count === 0 ? 'None chosen' : `${count} chosen`}</span>
        </div>
      </div>
      {/* Only printed, a page each. */}
      <div className="packing-slips">
        {chosenOrders.map((order) => (
          <Receipt key={order.id} order={order} forStaff />
        ))}
      </div>
      <PickingList orders={chosenOrders} />
      {confirming && (
        <ConfirmDialog
          text={confirmText(chosenOrders)}
          confirmLabel="Mark ready"
          tone="gold"
          busy={busy}
          onConfirm={() => void onReady(chosen).then(() => setConfirming(false))}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function confirmText(orders: Order[]): string {
  const [first, ...others] = orders;
  const which = others.length === 0 ? `order ${first?.id}` : `${orders.length} orders`;
  const notice = orders.some(({ email }) => email)
    ? ` We'll email the ${others.length === 0 ? 'buyer' : 'buyers'}.`
    : '';
  return `Mark ${which} ready?${notice}`;
}
