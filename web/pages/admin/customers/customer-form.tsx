import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Customer, CustomerFields } from '#contracts/customers.ts';
import { mutate } from '#web/query/mutate.ts';
import { RequestError } from '#web/query/request.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';

type Props = {
  /** Undefined for a new one. */
  customer: Customer | undefined;
  onSaved(customer: Customer): void;
};

const inputs = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'company', label: 'Company', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'address', label: 'Address', type: 'text' },
] as const;

export function CustomerForm({ customer, onSaved }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const { busy, error, submit } = useSubmit();
  /** What someone else saved in the meantime. Saving again replaces it. */
  const [theirs, setTheirs] = useState<Customer>();
  const base = theirs ?? customer;
  const hasFieldErrors = Object.values(error.fields).some(Boolean);

  useEffect(() => {
    if (error.text) focusFirstError(element.current);
  }, [error]);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    void submit(async () => {
      try {
        const { data } = await send(base, fieldsOf(form));
        setTheirs(undefined);
        onSaved(data);
      } catch (failure) {
        // The endpoint's contract says what `current` is.
        if (failure instanceof RequestError && failure.current) setTheirs(failure.current as Customer);
        throw failure;
      }
    });
  }

  return (
    <form ref={element} className="customer-form" method="post" noValidate onSubmit={save}>
      {inputs.map(({ name, ...input }) => (
        <Field
          key={name}
          {...input}
          optional={name !== 'name'}
          name={name}
          autoComplete="off"
          defaultValue={customer?.[name]}
          error={error.fields[name]}
        />
      ))}
      <FieldFrame label="Notes" optional help="Only staff see them." error={error.fields.notes}>
        {(control) => (
          <textarea className="field-input" name="notes" rows={4} defaultValue={customer?.notes} {...control} />
        )}
      </FieldFrame>
      <FormError text={theirs || hasFieldErrors ? undefined : error.text} />
      <div className="customer-conflict" role="status">
        {customer && theirs && (
          <p>Someone else saved this customer: {differences(customer, theirs)}. Your edits are still here.</p>
        )}
      </div>
      <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy}>
        {theirs ? 'Replace it' : customer ? 'Save' : 'Add customer'}
      </button>
    </form>
  );
}

const send = (base: Customer | undefined, body: CustomerFields) =>
  base
    ? mutate('PUT /api/customers/:id', { params: { id: base.id }, body: { ...body, version: base.version } })
    : mutate('POST /api/customers', { body });

function differences(before: Customer, after: Customer): string {
  const changed = [...inputs, { name: 'notes', label: 'Notes' } as const].filter(
    ({ name }) => before[name] !== after[name],
  );
  return changed.map(({ name, label }) => `${label} is now “${after[name]}”`).join(', ') || 'nothing you can see here';
}

const fieldsOf = (form: HTMLFormElement): CustomerFields => ({
  name: fieldText(form, 'name'),
  company: fieldText(form, 'company'),
  email: fieldText(form, 'email'),
  phone: fieldText(form, 'phone'),
  address: fieldText(form, 'address'),
  notes: fieldText(form, 'notes'),
});

function focusFirstError(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector('[aria-invalid="true"]');
  if (wrong instanceof HTMLElement) wrong.focus();
}
