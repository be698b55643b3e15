import type { Product } from '#contracts/catalog.ts';
import { type FieldName, fieldNames, labels, type ProductForm, valuesOf } from './product-form-state.ts';
import { describeTierText } from './tier-rows.ts';

/** What someone else changed since the form was opened. */
export function conflictIn({ base, conflict }: ProductForm) {
  return base && conflict && { differences: differencesOf(base, conflict.product), loaded: conflict.loaded };
}

function differencesOf(base: Product, product: Product): string {
  const [before, after] = [valuesOf(base), valuesOf(product)];
  const changed = fieldNames(after).filter((field) => before[field] !== after[field]);
  const texts = changed.map((field) =>
    isShort(field) ? `${labels[field]} is now ${shown(field, after[field])}` : labels[field],
  );
  if (base.image_url !== product.image_url) texts.push('Image');
  return texts.join(', ') || 'no visible differences';
}

const shown = (field: FieldName, value: string) => (field === 'tiers' ? describeTierText(value) : value);
const isShort = (field: FieldName) => !['description', 'flavor', 'aromas'].includes(field);
