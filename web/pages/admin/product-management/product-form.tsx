import { type ComponentProps, type RefObject, useId, type WheelEvent } from 'react';
import { FieldFrame, FormError } from '#web/ui/field.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { PictureField } from './picture-field.tsx';
import { type FieldName, labels, type ProductForm, type ProductFormEvent } from './product-form-state.ts';

type Send = (event: ProductFormEvent) => void;
type Actions = { send: Send; onSave(): void; onCancel(): void; onLoadCurrent(): void };

export function ProductFormSection({
  form,
  element,
  send,
  onSave,
  onCancel,
  onLoadCurrent,
}: Actions & { form: ProductForm; element: RefObject<HTMLFormElement | null> }) {
  const title = useId();
  const { base, saving } = form;
  const field = (name: FieldName) => ({ name, form, send });
  return (
    // The server judges the fields and its texts stand at them: one set of rules, one way to show it.
    <form
      ref={element}
      className="product-form"
      method="post"
      noValidate
      aria-labelledby={title}
      aria-busy={saving}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving) onSave();
      }}
    >
      <h2 id={title}>{base ? 'Edit Product' : 'Add New Product'}</h2>
      {/* New ones for each product: a browser keeps showing what it could not read as a number. */}
      <div key={base?.id} className="product-form-fields">
        <ProductField {...field('name')} required />
        <ProductField {...field('type')} required />
        <ProductField {...field('flavor')} />
        <ProductField {...field('alpha_acid')} {...number('0.1')} max={100} />
        <ProductField {...field('beta_acid')} {...number('0.1')} max={100} />
        <ProductField {...field('total_oil')} {...number('0.1')} max={100} />
        <ProductField {...field('aromas')} required />
        <ProductField {...field('price')} {...number('0.01')} />
        <ProductField {...field('stock')} {...number('1', 'numeric')} />
        <ProductField {...field('description')} />
      </div>
      <PictureField form={form} onChoose={(image) => send({ type: 'choose', image })} />
      <div className="product-form-end">
        <FormError text={form.message} />
        <EditConflict form={form} onLoadCurrent={onLoadCurrent} />
        <div className="product-form-buttons">
          <button className="button button-gold" type="submit" aria-busy={saving} aria-disabled={saving}>
            {base ? 'Update Product' : 'Add Product'}
          </button>
          {base && (
            <button className="button" type="button" disabled={saving} onClick={onCancel}>
              Cancel
            </button>
          )}
        </div>
      </div>
    </form>
  );
}

const number = (step: string, inputMode: 'decimal' | 'numeric' = 'decimal') => ({
  type: 'number',
  inputMode,
  min: 0,
  step,
  required: true,
  // A wheel that turns over a number in focus would change it, unseen: that of the stock, for example.
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
});
const optional: FieldName[] = ['flavor', 'description'];

type FieldProps = Omit<ComponentProps<'input'>, 'form' | 'name'> & { name: FieldName; form: ProductForm; send: Send };

function ProductField({ name, form, send, ...input }: FieldProps) {
  const typed = form.typed[name];
  const shared = {
    className: 'field-input',
    name,
    value: form.values[name],
    readOnly: form.saving,
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      send({ type: 'type', field: name, value }),
  };
  return (
    <FieldFrame
      label={labels[name]}
      optional={optional.includes(name)}
      error={form.errors[name]}
      help={
        typed !== undefined && (
          <Typed text={typed} onPutBack={() => send({ type: 'put back', field: name, value: typed })} />
        )
      }
    >
      {(wiring) =>
        name === 'description' ? (
          <textarea {...shared} {...wiring} rows={3} />
        ) : (
          <input {...input} {...shared} {...wiring} />
        )
      }
    </FieldFrame>
  );
}

/** Where both changed a field, the other's value stands in it. */
function Typed({ text, onPutBack }: { text: string; onPutBack(): void }) {
  return (
    <>
      You typed “{text}”.{' '}
      <button className="text-button product-form-put-back" type="button" onClick={onPutBack}>
        Put it back
      </button>
    </>
  );
}
