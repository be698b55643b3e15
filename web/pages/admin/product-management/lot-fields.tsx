import { type ComponentProps, useEffect, useRef, type WheelEvent } from 'react';
import { hopForms } from '#content/hop-forms.ts';
import { FieldFrame } from '#web/ui/field.tsx';
import { type LotField, type LotForm, type LotFormEvent, lotLabels } from './lot-form-state.ts';

type Props = { form: LotForm; send(event: LotFormEvent): void };

export function LotFields({ form, send }: Props) {
  const field = (name: LotField) => ({ name, form, send });
  return (
    <div className="lot-fields">
      <LotInput {...field('number')} maxLength={40} autoCapitalize="characters" />
      <LotInput {...field('harvest_year')} {...number('1', 'numeric')} />
      <FormField form={form} send={send} />
      <LotInput {...field('alpha_acid')} {...number('0.1')} help="Percent." />
      <LotInput {...field('beta_acid')} {...number('0.1')} help="Percent." />
      <LotInput {...field('total_oil')} {...number('0.1')} help="mL per 100 g." />
      <LotInput {...field('moisture')} {...number('0.1')} help="Percent." />
      <LotInput {...field('storage_index')} {...number('0.001')} help="HSI. 0.25 is fresh." />
      <LotInput {...field('tested_on')} type="date" />
      <CertificateField form={form} send={send} />
    </div>
  );
}

const number = (step: string, inputMode: 'decimal' | 'numeric' = 'decimal') => ({
  type: 'number',
  inputMode,
  min: 0,
  step,
  // A wheel that turns over a number in focus would change it, unseen.
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
});

type InputProps = Omit<ComponentProps<'input'>, 'form' | 'name'> & Props & { name: LotField; help?: string };

function LotInput({ name, form, send, help, ...input }: InputProps) {
  return (
    <FieldFrame label={lotLabels[name]} help={help} error={form.errors[name]}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          className="field-input"
          name={name}
          value={form.values[name]}
          required
          readOnly={form.saving}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => send({ type: 'type', field: name, value })}
        />
      )}
    </FieldFrame>
  );
}

function FormField({ form, send }: Props) {
  return (
    <FieldFrame label={lotLabels.form} error={form.errors.form}>
      {(wiring) => (
        <select
          {...wiring}
          className="field-input"
          name="form"
          value={form.values.form}
          required
          disabled={form.saving}
          onChange={({ currentTarget: { value } }) => send({ type: 'type', field: 'form', value })}
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

function CertificateField({ form: { base, certificate, withoutCertificate, errors, saving }, send }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // A form that refused the file has none; the browser's own field must not remember it.
  useEffect(() => {
    if (!certificate && input.current) input.current.value = '';
  });
  return (
    <div className="lot-certificate">
      <FieldFrame
        label="Certificate of Analysis"
        optional
        help={base?.certificate_url ? 'Keeps its certificate unless you choose another.' : 'A PDF file, 10 MB at most.'}
        error={errors.certificate}
      >
        {(wiring) => (
          <input
            {...wiring}
            ref={input}
            className="field-input"
            type="file"
            name="certificate"
            accept="application/pdf,.pdf"
            disabled={saving}
            onChange={({ currentTarget }) => send({ type: 'choose', certificate: currentTarget.files?.[0] })}
          />
        )}
      </FieldFrame>
      {base?.certificate_url && !certificate && (
        <label className="lot-without">
          <input
            type="checkbox"
            checked={withoutCertificate}
            disabled={saving}
            onChange={({ currentTarget }) => send({ type: 'without certificate', yes: currentTarget.checked })}
          />
          Take the certificate off this lot
        </label>
      )}
    </div>
  );
}
