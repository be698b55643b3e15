import { useRef, useState } from 'react';
import { formatShortDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { formatTime } from '#contracts/harvest-steps.ts';
import type { ManagedHarvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { ManagedReservation } from '#contracts/reservations.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { tableRoles } from '#web/ui/table-roles.ts';
import { WeightDialog } from './weight-dialog.tsx';

type Props = {
  reservations: QueryState<ResponseOf<'GET /api/harvests/admin/:id/reservations'>>;
  harvests: QueryState<ResponseOf<'GET /api/harvests/admin'>>;
};

export const headFor = (): Head => ({ title: 'Reservations' });

/** Who reserved what of one harvest, and what it weighs. */
export function Page({ reservations, harvests }: Props) {
  const { id = '' } = useRouteLocation().params;
  return (
    <AdminPage title="Reservations">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <a href={pagePaths.harvests}>Harvest</a>
        <span aria-current="page">Reservations</span>
      </nav>
      <AsyncView
        state={harvests}
        loading="Loading the harvest..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) => <Summary harvest={data.find((harvest) => harvest.id === Number(id))} />}
      </AsyncView>
      <AsyncView
        state={reservations}
        loading="Loading reservations..."
        skeleton={<div className="skeleton sales-skeleton" />}
      >
        {({ data }) =>
          data.length === 0 ? <p className="admin-empty">Nobody has reserved yet.</p> : <List reservations={data} />
        }
      </AsyncView>
    </AdminPage>
  );
}

function Summary({ harvest }: { harvest: ManagedHarvest | undefined }) {
  if (!harvest) return <p>This harvest is off the board.</p>;
  const { hop, kind, expected_on, reserved, pounds } = harvest;
  return (
    <>
      <h2 className="admin-section">
        {kind === 'wet' ? `Wet ${hop}` : hop}, {formatShortDay(expected_on)}
      </h2>
      <p className="admin-lead">
        {formatPounds(reserved)} of {formatPounds(pounds)} {reserved === 1 ? 'is' : 'are'} reserved. When the hops are
        harvested, enter what each reservation weighs. The buyer gets a link to pay what is left.
      </p>
    </>
  );
}

function List({ reservations }: { reservations: ManagedReservation[] }) {
  const [weighing, setWeighing] = useState<ManagedReservation>();
  const opener = useRef<HTMLElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const close = () => {
    setWeighing(undefined);
    // The button is gone when the weight was saved.
    requestAnimationFrame(() => (opener.current?.isConnected ? opener.current : table.current)?.focus());
  };
  return (
    <>
      <table
        className="admin-table stats-table stacked-table"
        ref={table}
        tabIndex={-1}
        aria-label="Reservations"
        {...tableRoles.table}
      >
        <thead {...tableRoles.rowGroup}>
          <tr {...tableRoles.row}>
            {['Order', 'Buyer', 'Pickup', 'Reserved', 'Deposit', 'Status'].map((label) => (
              <th key={label} scope="col" {...tableRoles.columnHeader}>
                {label}
              </th>
            ))}
            <th scope="col" {...tableRoles.columnHeader}>
              <span className="visually-hidden">Weight</span>
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.rowGroup}>
          {reservations.map((reservation) => (
            <Row
              key={reservation.id}
              reservation={reservation}
              onWeigh={(button) => {
                opener.current = button;
                setWeighing(reservation);
              }}
            />
          ))}
        </tbody>
      </table>
      {weighing && <WeightDialog reservation={weighing} onClose={close} />}
    </>
  );
}

type RowProps = { reservation: ManagedReservation; onWeigh(button: HTMLElement): void };

function Row({ reservation, onWeigh }: RowProps) {
  const { order_id, name, phone, pickup, pounds, deposit, state, order_status } = reservation;
  return (
    <tr {...tableRoles.row}>
      <th scope="row" {...tableRoles.rowHeader}>
        <a className="text-link" href={pagePaths.order(order_id)}>
          Order {order_id}
        </a>
      </th>
      <td data-label="Buyer" {...tableRoles.cell}>
        {name}, <a href={`tel:${phone}`}>{phone}</a>
      </td>
      <td data-label="Pickup" {...tableRoles.cell}>
        {pickup
          ? `${formatShortDay(pickup.day)}, ${formatTime(pickup.from)} to ${formatTime(pickup.to)}`
          : 'When it is bagged'}
      </td>
      <td data-label="Reserved" {...tableRoles.cell}>
        {formatPounds(pounds)}
      </td>
      <td data-label="Deposit" {...tableRoles.cell}>
        ${formatDollars(deposit)}
      </td>
      <td data-label="Status" {...tableRoles.cell}>
        {describe(reservation)}
      </td>
      <td {...tableRoles.cell}>
        {state === 'held' && order_status === 'paid' && (
          <button
            className="button"
            type="button"
            aria-label={`Enter the weight of order ${order_id}`}
            onClick={({ currentTarget }) => onWeigh(currentTarget)}
          >
            Enter weight
          </button>
        )}
      </td>
    </tr>
  );
}

function describe({ state, order_status, final_pounds, open, refused }: ManagedReservation): string {
  if (state === 'released') return order_status === 'refunded' ? 'Released, refunded' : 'Released, canceled';
  if (state === 'held') return order_status === 'paid' ? 'Deposit paid' : 'Payment not confirmed yet';
  if (order_status === 'cancelled' || order_status === 'refunded')
    return `${formatPounds(final_pounds ?? 0)}, ${order_status === 'refunded' ? 'refunded' : 'canceled'}`;
  if (refused > 0)
    return `${formatPounds(final_pounds ?? 0)}, the refund of $${formatDollars(refused)} was refused: open the order`;
  const money = open > 0 ? `$${formatDollars(open)} open` : 'paid';
  return `${formatPounds(final_pounds ?? 0)}, ${money}`;
}
