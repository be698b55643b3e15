import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { DraftDay, ManagedHarvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { Field } from '#web/ui/field.tsx';

/** As typed. */
type DayFields = { key: string; id?: number; day: string; from: string; to: string; pounds: string; reserved: number };

type Props = {
  days: DayFields[];
  /** By field, such as days.0.pounds. */
  errors: Record<string, string | undefined>;
  onChange(days: DayFields[]): void;
};

/** When wet hops can be picked up. */
export function PickupDays({ days, errors, onChange }: Props) {
  const adding = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const change = (key: string, fields: Partial<DayFields>) =>
    onChange(days.map((day) => (day.key === key ? { ...day, ...fields } : day)));

  function add() {
    const { from = '08:00', to = '11:00', pounds = '' } = days.at(-1) ?? {};
    const added = { key: crypto.randomUUID(), day: '', from, to, pounds, reserved: 0 };
    flushSync(() => onChange([...days, added]));
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  }
  function remove(key: string) {
    flushSync(() => onChange(days.filter((day) => day.key !== key)));
    adding.current?.focus();
  }

  return (
    <fieldset className="pickup-days">
      <legend>Pickup days</legend>
      {errors.days && (
        <p className="field-error" role="alert">
          {errors.days}
        </p>
      )}
      {days.length === 0 && <p className="field-help">Buyers can reserve wet hops once there is a day to come.</p>}
      <ul ref={list}>
        {days.map(({ key, day, from, to, pounds, reserved }, index) => {
          const field = (name: 'day' | 'from' | 'to' | 'pounds', value: string) => ({
            value,
            error: errors[`days.${index}.${name}`],
            onChange: ({ target }: { target: HTMLInputElement }) => change(key, { [name]: target.value }),
          });
          return (
            <li key={key}>
              <Field label="Day" type="date" {...field('day', day)} />
              <Field label="From" type="time" {...field('from', from)} />
              <Field label="To" type="time" {...field('to', to)} />
              <Field
                label="Pounds"
                inputMode="numeric"
                {...field('pounds', pounds)}
                help={reserved > 0 ? `${formatPounds(reserved)} reserved.` : undefined}
              />
              <button
                className="button"
                type="button"
                aria-label={`Remove pickup day ${day}`}
                onClick={() => remove(key)}
              >
                Remove
              </button>
            </li>
          );
        })}
      </ul>
      <button ref={adding} className="button" type="button" onClick={add}>
        Add a pickup day
      </button>
    </fieldset>
  );
}

type SavedDay = ManagedHarvest['days'][number];

export const toDayFields = ({ id, day, from, to, pounds, reserved }: SavedDay): DayFields => ({
  ...{ key: String(id), id, day, from, to, pounds: String(pounds), reserved },
});

/** The server says what is wrong with a day. */
export const toDraftDays = (days: DayFields[]): DraftDay[] =>
  days.map(({ id, day, from, to, pounds }) => ({
    ...{ day, from: from.slice(0, 5), to: to.slice(0, 5), ...(id !== undefined && { id }) },
    pounds: pounds.trim() === '' ? Number.NaN : Number(pounds),
  }));
