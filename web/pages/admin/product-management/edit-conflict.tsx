import type { Product } from '#contracts/catalog.ts';
import { type FieldName, fieldNames, labels, type ProductForm, valuesOf } from './product-form-state.ts';

type Props = { form: ProductForm; onLoadCurrent(): void };

/** After an edit conflict: what has changed, and a button to load it. */
export function EditConflict({ form, onLoadCurrent }: Props) {
  const { base, conflict } = form;
  return (
    <div className="edit-conflict" role="status">
      {base && conflict && !conflict.loaded && (
        <>
          <p>Changed since you opened it: {differencesOf(base, conflict.product)}. Your edits are still here.</p>
          <button className="button" type="button" onClick={onLoadCurrent}>
            Load current values
          </button>
        </>
      )}
      {conflict?.loaded && <p>{loadedText(fieldNames(form.typed).length > 0)}</p>}
    </div>
  );
}

function differencesOf(base: Product, product: Product): string {
  const [before, after] = [valuesOf(base), valuesOf(product)];
  const changed = fieldNames(after).filter((field) => before[field] !== after[field]);
  const texts = changed.map((field) => (isShort(field) ? `${labels[field]} is now ${after[field]}` : labels[field]));
  if (base.image_url !== product.image_url) texts.push('Image');
  return texts.join(', ') || 'no visible differences';
}

const isShort = (field: FieldName) => !['description', 'flavor', 'aromas'].includes(field);

const loadedText = (hasConflicts: boolean) =>
  hasConflicts
    ? 'Current values loaded. Where both of you changed a field, your text is shown below it.'
    : 'Current values loaded. Fields that only you changed keep your edits.';
