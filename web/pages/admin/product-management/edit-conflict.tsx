import type { Product } from '#contracts/catalog.ts';
import { type FieldName, fieldNames, labels, type ProductForm, valuesOf } from './product-form-state.ts';

type Props = { form: ProductForm; onLoadCurrent(): void };

/** Where a save met another one: what is different now, and the way to it. */
export function EditConflict({ form, onLoadCurrent }: Props) {
  const { base, conflict } = form;
  return (
    <div className="edit-conflict" role="status">
      {base && conflict && !conflict.loaded && (
        <>
          <p>Changed meanwhile: {differencesOf(base, conflict.product)}. What you typed is still here.</p>
          <button className="button" type="button" onClick={onLoadCurrent}>
            Load the current values
          </button>
        </>
      )}
      {conflict?.loaded && <p>{loadedText(fieldNames(form.typed).length > 0)}</p>}
    </div>
  );
}

function differencesOf(base: Product, product: Product): string {
  const [was, now] = [valuesOf(base), valuesOf(product)];
  const changed = fieldNames(now).filter((field) => was[field] !== now[field]);
  const told = changed.map((field) => (isShort(field) ? `${labels[field]} is ${now[field]} now` : labels[field]));
  if (base.image_url !== product.image_url) told.push('Image');
  return told.join(', ') || 'saved again with the same values';
}

const isShort = (field: FieldName) => !['description', 'flavor', 'aromas'].includes(field);

const loadedText = (both: boolean) =>
  both
    ? 'The current values are loaded. Where both of you changed a field, what you typed stands below it.'
    : 'The current values are loaded. Fields that only you changed keep what you typed.';
