import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type HarvestKind, type HarvestStatus, harvestKinds, harvestStatuses } from '#contracts/harvest-steps.ts';
import type { DraftDay, ManagedHarvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { PickupDays, toDayFields, toDraftDays } from './pickup-days.tsx';
import { useSavedHarvest } from './use-saved-harvest.ts';

type Props =
  | { harvest: ManagedHarvest; onRemoved(): void }
  | { harvest?: undefined; products: { id: number; name: string }[] };

/** One harvest: edited in place, or added. */
export function HarvestForm(props: Props) {
  const { harvest } = props;
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const { base, theirs, save: send } = useSavedHarvest(harvest);
  const [removing, setRemoving] = useState(false);
  const [kind, setKind] = useState<HarvestKind>(harvest?.kind ?? 'dried');
  const [days, setDays] = useState(() => (harvest?.days ?? []).map(toDayFields));
  const form = useRef<HTMLFormElement>(null);
  const hasFieldErrors = Object.values(error.fields).some(Boolean);

  useEffect(() => {
    const wrong = error.text && form.current?.querySelector('[aria-invalid="true"]');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [error]);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    void submit(async () => {
      const product_id = Number(fieldText(target, 'product_id'));
      const saved = await send(fieldsOf(target, kind === 'wet' ? toDraftDays(days) : []), product_id);
      toast({ text: base ? savedText(base, saved) : `${saved.hop} is on the board.` });
      queryCache.refetch('/api/harvests');
      setDays(harvest ? saved.days.map(toDayFields) : []);
      if (!harvest) {
        target.reset();
        setKind('dried');
      }
    });
  }

  const remove = (id: number) =>
    submit(async () => {
      const { message } = await mutate('DELETE /api/harvests/admin/:id', { params: { id } });
      toast({ text: message });
      // Close the dialog before moving focus; while it is open, nothing behind it can be focused.
      flushSync(() => setRemoving(false));
      if (harvest) props.onRemoved();
      queryCache.refetch('/api/harvests');
    }).finally(() => setRemoving(false));

  return (
    <form ref={form} className="harvest-form" method="post" noValidate onSubmit={save}>
      {harvest && (
        <div className="harvest-form-head">
          <h2>{harvest.hop}</h2>
          <p className="admin-faint">
            {harvest.hidden && 'Its product was deleted, so visitors do not see it. '}
            {followersText(harvest.followers)}{' '}
            <a className="text-link" href={pagePaths.reservations(harvest.id)}>
              {harvest.reserved === 0 ? 'Reservations' : `Reservations: ${formatPounds(harvest.reserved)}`}
            </a>
          </p>
        </div>
      )}
      <div className="harvest-form-fields">
        {'products' in props && (
          <FieldFrame label="Hop" error={error.fields.product_id}>
            {(control) => (
              <select className="field-input" name="product_id" {...control}>
                {props.products.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        )}
        <Field
          label="Expected"
          name="expected_on"
          type="date"
          defaultValue={harvest?.expected_on}
          error={error.fields.expected_on}
        />
        <Choice label="Status" name="status" options={harvestStatuses} chosen={harvest?.status} error={error.fields} />
        <Choice
          label="Wet or dried"
          name="kind"
          options={harvestKinds}
          chosen={harvest?.kind}
          error={error.fields}
          onChange={setKind}
        />
        <Field
          label="Pounds"
          name="pounds"
          inputMode="numeric"
          defaultValue={harvest?.pounds}
          error={error.fields.pounds}
        />
        <Field
          label="Price per lb"
          name="price"
          inputMode="decimal"
          defaultValue={harvest?.price.toFixed(2)}
          error={error.fields.price}
        />
        <Field
          label="Deposit"
          optional
          name="deposit_percent"
          inputMode="numeric"
          defaultValue={harvest?.deposit_percent ?? ''}
          error={error.fields.deposit_percent}
          help="Percent. Empty: nobody can reserve."
        />
        <Field
          label="Note"
          optional
          name="note"
          maxLength={300}
          defaultValue={harvest?.note}
          error={error.fields.note}
          help={harvest ? undefined : 'Visitors see it.'}
        />
      </div>
      {kind === 'wet' && <PickupDays days={days} errors={error.fields} onChange={setDays} />}
      <FormError text={theirs || hasFieldErrors ? undefined : error.text} />
      <p role="status">{theirs}</p>
      <div className="harvest-form-buttons">
        <button
          className={harvest ? 'button' : 'button button-gold'}
          type="submit"
          aria-busy={busy}
          aria-disabled={busy}
          aria-label={harvest ? `${theirs ? 'Replace it' : 'Save'} ${harvest.hop}, ${harvest.expected_on}` : undefined}
        >
          {theirs ? 'Replace it' : harvest ? 'Save' : 'Add'}
        </button>
        {harvest && (
          <button
            className="button"
            type="button"
            aria-label={`Take off the board: ${harvest.hop}, ${harvest.expected_on}`}
            onClick={() => setRemoving(true)}
          >
            Take off the board
          </button>
        )}
      </div>
      {harvest && removing && (
        <ConfirmDialog
          text={removeText(harvest)}
          confirmLabel="Take off"
          busy={busy}
          onConfirm={() => void remove(harvest.id)}
          onCancel={() => setRemoving(false)}
        />
      )}
    </form>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  name: string;
  options: readonly T[];
  chosen: T | undefined;
  error: Record<string, string | undefined>;
  onChange?(option: NoInfer<T>): void;
};

function Choice<T extends string>({ label, name, options, chosen, error, onChange }: ChoiceProps<T>) {
  return (
    <FieldFrame label={label} error={error[name]}>
      {(control) => (
        <select
          className="field-input"
          name={name}
          defaultValue={chosen}
          onChange={({ target }) => onChange?.(oneOf(options, target.value))}
          {...control}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {option[0]?.toUpperCase() + option.slice(1)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export type HarvestFields = ReturnType<typeof fieldsOf>;

const fieldsOf = (form: HTMLFormElement, days: DraftDay[]) => ({
  expected_on: fieldText(form, 'expected_on'),
  status: oneOf<HarvestStatus>(harvestStatuses, fieldText(form, 'status')),
  kind: oneOf<HarvestKind>(harvestKinds, fieldText(form, 'kind')),
  pounds: toNumber(fieldText(form, 'pounds')),
  price: toNumber(fieldText(form, 'price')),
  note: fieldText(form, 'note'),
  deposit_percent: fieldText(form, 'deposit_percent').trim() ? toNumber(fieldText(form, 'deposit_percent')) : null,
  days,
});

/** The server says what is wrong with what is not a number. */
const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
const oneOf = <T extends string>(options: readonly T[], text: string): T =>
  options.find((option) => option === text) ?? (options[0] as T);

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const followersText = (count: number) =>
  count === 0 ? 'Nobody follows it yet.' : `${people(count)} ${count === 1 ? 'follows' : 'follow'} it.`;

function savedText(before: ManagedHarvest, after: ManagedHarvest): string {
  const told = before.expected_on !== after.expected_on && after.followers > 0;
  return told ? `Saved. ${people(after.followers)} will get an email.` : 'Saved.';
}

function removeText({ hop, followers, status }: ManagedHarvest): string {
  const told =
    followers > 0 && status !== 'ready' ? ` ${people(followers)} will get an email that it is called off.` : '';
  return `Take ${hop} off the board?${told}`;
}
