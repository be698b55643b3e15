import { type ComponentProps, type RefObject, useId, type WheelEvent } from 'react';
import { EditConflict, RestoreInput } from '#web/ui/edit-conflict.tsx';
import { FieldFrame, FormError } from '#web/ui/field.tsx';
import { PictureField } from './picture-field.tsx';
import { PriceTierFields } from './price-tier-fields.tsx';
import { conflictIn } from './product-conflict.ts';
import { type FieldName, fieldNames, labels, type ProductForm, type ProductFormEvent } from './product-form-state.ts';

type Dispatch = (event: ProductFormEvent) => void;
type Actions = { dispatch: Dispatch; onSave(): void; onCancel(): void; onLoadCurrent(): void };

export function ProductFormSection({
  form,
  element,
  dispatch,
  onSave,
  onCancel,
  onLoadCurrent,
}: Actions & { form: ProductForm; element: RefObject<HTMLFormElement | null> }) {
  const title = useId();
  const { base, saving } = form;
  const field = (name: FieldName) => ({ name, form, dispatch });
  return (
    // Validated on the server only, so there is one set of rules and one way to show errors.
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
      {/* Remounted per product: browsers keep showing text they couldn't parse as a number. */}
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
      <PictureField form={form} onChoose={(image) => dispatch({ type: 'choose', image })} />
      <PriceTierFields key={`tiers-${base?.id}`} form={form} dispatch={dispatch} />
      <div className="product-form-end">
        <FormError text={form.message} />
        <EditConflict
          conflict={conflictIn(form)}
          replacedInput={fieldNames(form.typed).length > 0}
          onLoadCurrent={onLoadCurrent}
        />
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
  // Scrolling over a focused number input would change its value unnoticed.
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
});
const optional: FieldName[] = ['flavor', 'description'];
const units: { [field in FieldName]?: string } = {
  alpha_acid: '%',
  beta_acid: '%',
  total_oil: 'mL/100 g',
  price: '$ per lb',
  stock: 'lbs',
};

type FieldProps = Omit<ComponentProps<'input'>, 'form' | 'name'> & {
  name: FieldName;
  form: ProductForm;
  dispatch: Dispatch;
};

function ProductField({ name, form, dispatch, ...input }: FieldProps) {
  const typed = form.typed[name];
  const shared = {
    className: 'field-input',
    name,
    value: form.values[name],
    readOnly: form.saving,
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      dispatch({ type: 'change', field: name, value }),
  };
  return (
    <FieldFrame
      label={labels[name]}
      optional={optional.includes(name)}
      unit={units[name]}
      error={form.errors[name]}
      help={
        typed !== undefined && (
          <RestoreInput text={typed} onRestore={() => dispatch({ type: 'restore', field: name, value: typed })} />
        )
      }
    >
      {(control) =>
        name === 'description' ? (
          <textarea {...shared} {...control} rows={3} />
        ) : (
          <input {...input} {...shared} {...control} />
        )
      }
    </FieldFrame>
  );
}
