import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { formatDay } from '#contracts/dates.ts';
import { depositOf } from '#contracts/deposit.ts';
import { EMAIL } from '#contracts/email.ts';
import { formatTime } from '#contracts/harvest-steps.ts';
import type { Harvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatCents, toCents } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { CardForm } from '#web/ordering/card-form.tsx';
import type { CardFormHandle } from '#web/ordering/card-token.ts';
import { knownContact, rememberContact } from '#web/ordering/known-contact.ts';
import { isBusy, wholePounds } from '#web/ordering/order-form-state.ts';
import { rememberOrder } from '#web/ordering/recent-orders.ts';
import { StatusLine } from '#web/ordering/status-line.tsx';
import { useCardPayment } from '#web/ordering/use-card-payment.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import '#web/ordering/order-modal.css';

type Props = {
  harvest: Harvest;
  /** Instead of the form, if nothing can be reserved now. */
  closed: ReactNode;
};
type Contact = { name: string; email: string; phone: string };
type Errors = Partial<Record<keyof Contact | 'pounds' | 'day', string>>;

export function ReserveForm({ harvest, closed }: Props) {
  const { id, price, deposit_percent, days, kind, left } = harvest;
  const queryCache = useQueryCache();
  const card = useRef<CardFormHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  const [contact, setContact] = useState<Contact>(knownContact);
  const [quantity, setQuantity] = useState('1');
  const open = days.filter((day) => day.left > 0);
  const [chosen, setChosen] = useState<number>();
  const day = open.find((each) => each.id === chosen) ?? (open.length === 1 ? open[0] : undefined);
  const [errors, setErrors] = useState<Errors>({});
  const [paid, setPaid] = useState<{ id: number; key: string }>();
  const pounds = wholePounds(quantity);
  const cents = toCents(price);
  const deposit = depositOf(cents, Math.max(1, pounds), deposit_percent ?? 100);
  const most = day ? day.left : left;
  const { name, email, phone } = contact;
  const { status, pay, clear } = useCardPayment(
    {
      url: `/api/harvests/${id}/reservations`,
      body: { amount: deposit, pounds, day_id: day?.id ?? null, name, email, phone },
      content: `harvest ${id}`,
      reload: () => queryCache.refetch('/api/harvests'),
      onPaid(order) {
        rememberContact({ ...knownContact(), phone });
        if (order) {
          rememberOrder(order);
          setPaid(order);
        }
        return 'Reserved. Thank you.';
      },
    },
    card,
  );
  const locked = isBusy(status) || status.is === 'pending' || paid !== undefined;

  useEffect(() => {
    if (Object.values(errors).some(Boolean)) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (locked) return;
    const found: Errors = {
      ...(pounds < 1 && { pounds: 'Enter whole pounds, 1 or more.' }),
      ...(pounds > most && { pounds: `Only ${formatPounds(most)} ${most === 1 ? 'is' : 'are'} left.` }),
      ...(kind === 'wet' && !day && { day: 'Choose a pickup day.' }),
      ...(!name.trim() && { name: 'Enter your name.' }),
      ...(!EMAIL.test(email.trim()) && { email: 'Enter your email. We send you what is left to pay.' }),
      ...(!phone.trim() && { phone: 'Enter a phone number so we can call.' }),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) void pay();
  };
  const text = (field: keyof Contact) => ({
    name: field,
    value: contact[field],
    readOnly: locked,
    onChange: ({ target }: { target: HTMLInputElement }) => setContact({ ...contact, [field]: target.value }),
    error: errors[field],
  });

  if (paid)
    return (
      <section className="reserve-done">
        <h2 ref={focus} tabIndex={-1}>
          Reserved. Thank you.
        </h2>
        <p>We sent you an email with the details.</p>
        <a className="button button-gold" href={`${pagePaths.order(paid.id)}?key=${paid.key}`}>
          See order {paid.id}
        </a>
      </section>
    );
  if (closed)
    return (
      <div className="reserve-closed">
        {closed}
        <StatusLine status={status} payBy={undefined} />
      </div>
    );
  return (
    <form ref={form} className="reserve-form" method="post" noValidate onSubmit={submit}>
      <FieldFrame label="Pounds" help={`${formatPounds(most)} left.`} error={errors.pounds}>
        {(control) => (
          <Stepper
            {...control}
            name="pounds"
            value={quantity}
            locked={locked}
            onType={setQuantity}
            onStep={(by) => setQuantity(String(Math.max(1, pounds + by)))}
          />
        )}
      </FieldFrame>
      {kind === 'wet' && (
        <FieldFrame label="Pickup day" error={errors.day}>
          {(control) => (
            <select
              className="field-input"
              name="day"
              {...control}
              value={day?.id ?? ''}
              disabled={locked}
              onChange={({ target }) => setChosen(Number(target.value) || undefined)}
            >
              {!day && <option value="">Choose a day</option>}
              {open.map((each) => (
                <option key={each.id} value={each.id}>
                  {formatDay(each.day)}, {formatTime(each.from)} to {formatTime(each.to)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      )}
      <Field label="Your Name" autoComplete="name" maxLength={200} {...text('name')} />
      <Field label="Your Email" type="email" autoComplete="email" {...text('email')} />
      <Field label="Your Phone" type="tel" autoComplete="tel" maxLength={50} {...text('phone')} />
      <dl className="reserve-facts tabular-nums">
        <div>
          <dt>Price, about</dt>
          <dd>${formatCents(lineAmount(cents, pounds))}</dd>
        </div>
        <div className="reserve-deposit">
          <dt>Deposit now</dt>
          <dd>${formatCents(pounds > 0 ? deposit : toCents(0))}</dd>
        </div>
      </dl>
      <h2>Card</h2>
      <CardForm ref={card} locked={locked} zip="" onEdit={() => status.is === 'error' && clear()} />
      <StatusLine status={status} payBy="card" button="Reserve and pay" />
      <button className="button button-gold" type="submit" aria-busy={isBusy(status)} aria-disabled={locked}>
        Reserve and pay ${formatCents(pounds > 0 ? deposit : toCents(0))}
      </button>
    </form>
  );
}

/** The button that was pressed is gone. */
const focus = (element: HTMLElement | null) => element?.focus();
