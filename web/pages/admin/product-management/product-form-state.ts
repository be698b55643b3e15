// The state of the product form: adding or editing, input, server errors and edit conflicts. Input is never
// discarded silently.
import type { Product } from '#contracts/catalog.ts';
import { oneDecimal } from '#contracts/hop-format.ts';
import { PICTURE_MAX_BYTES } from '#contracts/pictures.ts';
import { type ChosenPicture, fileOf } from '#web/library/chosen-picture.ts';
import { tierTextOf } from './tier-rows.ts';

export const labels = {
  name: 'Name',
  type: 'Type',
  flavor: 'Flavor',
  alpha_acid: 'Alpha Acid',
  beta_acid: 'Beta Acid',
  total_oil: 'Total Oil',
  aromas: 'Aromas',
  price: 'Price',
  stock: 'Stock',
  description: 'Description',
  tiers: 'Price by quantity',
} as const;

export type FieldName = keyof typeof labels;
export type Values = Record<FieldName, string>;
/** The server names a tier's field as tiers.1.price. */
type ErrorField = FieldName | 'image' | `tiers.${string}`;

export type ProductForm = {
  /** The product as it was when loaded; undefined while adding. */
  base: Product | undefined;
  values: Values;
  image: ChosenPicture | undefined;
  errors: { [field in ErrorField]?: string };
  message: string | undefined;
  saving: boolean;
  /** The current product after an edit conflict, and whether it has been loaded into the form. */
  conflict: { product: Product; loaded: boolean } | undefined;
  /** The user's input for fields that now show someone else's value. */
  typed: Partial<Values>;
};

export type ProductFormEvent =
  | { type: 'edit'; product: Product }
  | { type: 'change' | 'restore'; field: FieldName; value: string }
  | { type: 'choose'; image: ChosenPicture | undefined }
  | { type: 'save' | 'saved' | 'cancel' | 'load current' }
  | { type: 'failed'; error: ProductError }
  | { type: 'deleted'; id: number }
  /** Pounds of the edited product were added, lost or sold while its form was open. */
  | { type: 'stock moved'; stock: number };

export type ProductError = {
  message: string;
  status?: number | undefined;
  errors?: Record<string, string[]>;
  current?: Product | undefined;
};

const emptyValues: Values = {
  name: '',
  type: '',
  flavor: '',
  alpha_acid: '',
  beta_acid: '',
  total_oil: '',
  aromas: '',
  price: '',
  stock: '',
  description: '',
  tiers: tierTextOf([]),
};

const openForm = (base: Product | undefined): ProductForm => ({
  base,
  values: base ? valuesOf(base) : emptyValues,
  image: undefined,
  errors: {},
  message: undefined,
  saving: false,
  conflict: undefined,
  typed: {},
});

export const addForm: ProductForm = openForm(undefined);

export function productFormReducer(form: ProductForm, event: ProductFormEvent): ProductForm {
  // While saving, only the outcome counts; other input would be lost.
  if (form.saving && event.type !== 'saved' && event.type !== 'failed') return form;
  switch (event.type) {
    case 'edit':
      return openForm(event.product);
    case 'change':
      return { ...setField(form, event.field, event.value), typed: form.typed };
    case 'restore':
      return setField(form, event.field, event.value);
    case 'choose':
      return chooseFile(form, event.image);
    case 'save':
      return { ...form, saving: true, errors: {}, message: undefined };
    case 'saved':
    case 'cancel':
      return addForm;
    case 'failed':
      return { ...form, saving: false, ...applyError(event.error, form) };
    case 'load current':
      return loadCurrent(form);
    case 'deleted':
      return form.base?.id === event.id ? addForm : form;
    case 'stock moved':
      return showStock(form, event.stock);
  }
}

/** Stock that someone has typed stays, and the server compares it with what they saw. */
function showStock(form: ProductForm, stock: number): ProductForm {
  const { base, values } = form;
  if (!base || values.stock !== String(base.stock)) return form;
  return { ...form, base: { ...base, stock }, values: { ...values, stock: String(stock) } };
}

/** Form values: lab values with one decimal, prices with two. */
export function valuesOf(product: Product): Values {
  const { name, type, flavor, alpha_acid, beta_acid, total_oil, aromas, price, tiers, stock, description } = product;
  return {
    name,
    type,
    flavor: flavor ?? '',
    alpha_acid: oneDecimal(alpha_acid),
    beta_acid: oneDecimal(beta_acid),
    total_oil: oneDecimal(total_oil),
    aromas,
    price: price.toFixed(2),
    stock: String(stock),
    description,
    tiers: tierTextOf(tiers),
  };
}

/** Input that leaving the page would lose. */
export function isUnsaved({ base, values, image }: ProductForm): boolean {
  const saved = base ? valuesOf(base) : emptyValues;
  return image !== undefined || fieldNames(values).some((field) => values[field] !== saved[field]);
}

export const fieldNames = (values: object): FieldName[] => Object.keys(values).filter(isFieldName);
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(labels, name);

const isErrorField = (name: string): name is ErrorField =>
  isFieldName(name) || name === 'image' || name.startsWith('tiers.');

function setField(form: ProductForm, field: FieldName, value: string): ProductForm {
  const errors = { ...form.errors };
  for (const name of Object.keys(errors).filter(isErrorField))
    if (name === field || name.startsWith(`${field}.`)) delete errors[name];
  const { [field]: _, ...typed } = form.typed;
  return { ...form, values: { ...form.values, [field]: value }, errors, typed };
}

function chooseFile(form: ProductForm, image: ChosenPicture | undefined): ProductForm {
  const { image: _, ...errors } = form.errors;
  if ((fileOf(image)?.size ?? 0) <= PICTURE_MAX_BYTES) return { ...form, image, errors };
  // The server would reject it too, but only after uploading 10 MB.
  return { ...form, image: undefined, errors: { ...errors, image: 'Images can be up to 10 MB.' } };
}

function applyError(
  { message, status, errors: fieldErrors = {}, current }: ProductError,
  form: ProductForm,
): Partial<ProductForm> {
  const errors: ProductForm['errors'] = {};
  for (const [field, [text]] of Object.entries(fieldErrors)) if (text && isErrorField(field)) errors[field] = text;
  if (status === 413 || status === 415) errors.image = message;
  // A message shown at its field is not repeated below the form.
  const formMessage = Object.keys(errors).length === 0 ? message : undefined;
  return {
    errors,
    message: formMessage,
    conflict: current ? { product: current, loaded: false } : form.conflict,
  };
}

/**
 * Bases the form on the current product. A field changed on one side only keeps that change. A field changed on both
 * sides gets the other person's value, so it is not overwritten unnoticed, and the user's input can be restored.
 */
function loadCurrent(form: ProductForm): ProductForm {
  const { base, conflict } = form;
  if (!base || !conflict) return form;
  const [before, after] = [valuesOf(base), valuesOf(conflict.product)];
  const values = { ...form.values };
  const typed = { ...form.typed };
  for (const field of fieldNames(values)) {
    const own = values[field];
    if (own !== before[field] && after[field] === before[field]) continue;
    if (own !== before[field] && own !== after[field]) typed[field] = own;
    values[field] = after[field];
  }
  const { product } = conflict;
  return {
    ...form,
    base: product,
    values,
    typed,
    errors: {},
    message: undefined,
    conflict: { product, loaded: true },
  };
}
