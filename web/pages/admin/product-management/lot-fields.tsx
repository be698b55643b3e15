import { type ComponentProps, useEffect, useRef, type WheelEvent } from 'react';
import { hopForms } from '#content/hop-forms.ts';
import { FieldFrame } from '#web/ui/field.tsx';
import { type LotField, type LotForm, type LotFormEvent, lotLabels } from './lot-form-state.ts';

type Props = { form: LotForm; dispatch(event: LotFormEvent): void };

export function LotFields({ form, dispatch }: Props) {
  const field = (name: LotField) => ({ name, form, dispatch });
  return (
    <div className="lot-fields">
      <LotInput {...field('number')} maxLength={40} autoCapitalize="characters" />
      <LotInput {...field('harvest_year')} {...number('1', 'numeric')} />
      <FormField form={form} dispatch={dispatch} />
      <LotInput {...field('alpha_acid')} {...number('0.1')} unit="%" />
      <LotInput {...field('beta_acid')} {...number('0.1')} unit="%" />
      <LotInput {...field('total_oil')} {...number('0.1')} unit="mL/100 g" />
      <LotInput {...field('moisture')} {...number('0.1')} unit="%" />
      <LotInput {...field('storage_index')} {...number('0.001')} help="HSI. 0.25 is fresh." />
      <LotInput {...field('tested_on')} type="date" />
      {!form.base && (
        <LotInput
          {...field('stock')}
          {...number('1', 'numeric')}
          optional
          help="New pounds of this lot. They are added to the stock."
        />
      )}
      <CertificateField form={form} dispatch={dispatch} />
    </div>
  );
}

const number = (step: string, inputMode: 'decimal' | 'numeric' = 'decimal') => ({
  type: 'number',
  inputMode,
  min: 0,
  step,
  // Scrolling over a focused number input would change its value unnoticed.
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
});

type InputProps = Omit<ComponentProps<'input'>, 'form' | 'name'> &
  Props & { name: LotField; help?: string; unit?: string; optional?: boolean };

function LotInput({ name, form, dispatch, help, unit, optional = false, ...input }: InputProps) {
  return (
    <FieldFrame label={lotLabels[name]} unit={unit} help={help} optional={optional} error={form.errors[name]}>
      {(control) => (
        <input
          {...input}
          {...control}
          className="field-input"
          name={name}
          value={form.values[name]}
          required={!optional}
          readOnly={form.saving}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => dispatch({ type: 'change', field: name, value })}
        />
      )}
    </FieldFrame>
  );
}

function FormField({ form, dispatch }: Props) {
  return (
    <FieldFrame label={lotLabels.form} error={form.errors.form}>
      {(control) => (
        <select
          {...control}
          className="field-input"
          name="form"
          value={form.values.form}
          required
          disabled={form.saving}
          onChange={({ currentTarget: { value } }) => dispatch({ type: 'change', field: 'form', value })}
        >
          <option value="">Choose</option>
          {hopForms.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

function CertificateField({ form: { base, certificate, withoutCertificate, errors, saving }, dispatch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Clear the browser's file input when the form has no file, for example after rejecting one.
  useEffect(() => {
    if (!certificate && input.current) input.current.value = '';
  });
  return (
    <div className="lot-certificate">
      <FieldFrame
        label="Certificate of Analysis"
        optional
        help={certificate?.name ?? (base?.certificate_url ? 'Replaces the current one.' : 'PDF, up to 10 MB.')}
        error={errors.certificate}
      >
        {(control) => (
          <div className="file-input">
            <span className="button" aria-hidden="true">
              {certificate ? 'Choose another file' : 'Choose a file'}
            </span>
            <input
              {...control}
              ref={input}
              type="file"
              name="certificate"
              accept="application/pdf,.pdf"
              disabled={saving}
              onChange={({ currentTarget }) => dispatch({ type: 'choose', certificate: currentTarget.files?.[0] })}
            />
          </div>
        )}
      </FieldFrame>
      {base?.certificate_url && !certificate && (
        <label className="lot-remove-certificate">
          <input
            type="checkbox"
            checked={withoutCertificate}
            disabled={saving}
            onChange={({ currentTarget }) => dispatch({ type: 'remove certificate', remove: currentTarget.checked })}
          />
          Remove the certificate
        </label>
      )}
    </div>
  );
}
