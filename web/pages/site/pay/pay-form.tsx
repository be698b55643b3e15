import { type SubmitEvent, useRef } from 'react';
import { formatCents, toCents } from '#contracts/money.ts';
import { CardForm } from '#web/ordering/card-form.tsx';
import type { CardFormHandle } from '#web/ordering/card-token.ts';
import { isBusy } from '#web/ordering/order-form-state.ts';
import { StatusLine } from '#web/ordering/status-line.tsx';
import { useCardPayment } from '#web/ordering/use-card-payment.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import '#web/ordering/order-modal.css';

type Props = {
  number: number;
  /** In dollars. */
  open: number;
  viewKey: string | null;
};

export function PayForm({ number, open, viewKey }: Props) {
  const card = useRef<CardFormHandle>(null);
  const queryCache = useQueryCache();
  const query = viewKey ? `?${new URLSearchParams({ key: viewKey })}` : '';
  const { status, pay, clear } = useCardPayment(
    {
      url: `/api/invoices/${number}/payments${query}`,
      body: { amount: toCents(open) },
      content: `invoice ${number}`,
      reload: () => queryCache.refetch(`/api/invoices/${number}`),
      onPaid: () => 'Payment received. Thank you.',
    },
    card,
  );
  const locked = isBusy(status) || status.is === 'pending';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!locked) void pay();
  };
  return (
    <form className="pay-form" method="post" noValidate onSubmit={submit}>
      <h2>Card</h2>
      <CardForm ref={card} locked={locked} zip="" onEdit={() => status.is === 'error' && clear()} />
      <StatusLine status={status} payBy="card" />
      <button className="button button-gold" type="submit" aria-busy={isBusy(status)} aria-disabled={locked}>
        Pay ${formatCents(toCents(open))}
      </button>
    </form>
  );
}
