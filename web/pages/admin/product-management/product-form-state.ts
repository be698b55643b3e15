// The life of the product form: adding or editing, what was typed, what the server said, and what happens when
// somebody else was faster. What a person typed is never thrown away without a word.
import type { Product } from '#contracts/catalog.ts';
import { oneDecimal } from '#contracts/hop-format.ts';
import { PICTURE_MAX_BYTES } from '#contracts/pictures.ts';

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
} as const;

export type FieldName = keyof typeof labels;
export type Values = Record<FieldName, string>;

export type ProductForm = {
  /** What is edited, as it was when it was loaded; nothing while adding. */
  base: Product | undefined;
  values: Values;
  image: File | undefined;
  errors: { [field in FieldName | 'image']?: string };
  message: string | undefined;
  saving: boolean;
  /** The product as somebody else left it, and whether the form stands on it by now. */
  conflict: { product: Product; loaded: boolean } | undefined;
  /** What was typed into a field that shows the other person's value now. */
  typed: Partial<Values>;
};

export type ProductFormEvent =
  | { type: 'edit'; product: Product }
  | { type: 'type' | 'put back'; field: FieldName; value: string }
  | { type: 'choose'; image: File | undefined }
  | { type: 'save' | 'saved' | 'cancel' | 'load current' }
  | { type: 'refused'; refusal: ProductError }
  | { type: 'deleted'; id: number };

export type ProductError = {
  message: string;
  status?: number | undefined;
  errors?: Record<string, string[]>;
  current?: Product | undefined;
};

const nothing: Values = {
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
};

const openForm = (base: Product | undefined): ProductForm => ({
  base,
  values: base ? valuesOf(base) : nothing,
  image: undefined,
  errors: {},
  message: undefined,
  saving: false,
  conflict: undefined,
  typed: {},
});

export const addForm: ProductForm = openForm(undefined);

export function productFormReducer(form: ProductForm, event: ProductFormEvent): ProductForm {
  // While a save is under way only its outcome counts: what is typed then would be lost with it.
  if (form.saving && event.type !== 'saved' && event.type !== 'refused') return form;
  switch (event.type) {
    case 'edit':
      return openForm(event.product);
    case 'type':
      return { ...setField(form, event.field, event.value), typed: form.typed };
    case 'put back':
      return setField(form, event.field, event.value);
    case 'choose':
      return chooseFile(form, event.image);
    case 'save':
      return { ...form, saving: true, errors: {}, message: undefined };
    case 'saved':
    case 'cancel':
      return addForm;
    case 'refused':
      return { ...form, saving: false, ...applyError(event.refusal, form) };
    case 'load current':
      return loadCurrent(form);
    case 'deleted':
      return form.base?.id === event.id ? addForm : form;
  }
}

/** As the form shows them: figures with one decimal, dollars with two. */
export function valuesOf(product: Product): Values {
  const { name, type, flavor, alpha_acid, beta_acid, total_oil, aromas, price, stock, description } = product;
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
  };
}

export const fieldNames = (values: object): FieldName[] => Object.keys(values).filter(isFieldName);
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(labels, name);

function setField(form: ProductForm, field: FieldName, value: string): ProductForm {
  const { [field]: _, ...errors } = form.errors;
  const { [field]: __, ...typed } = form.typed;
  return { ...form, values: { ...form.values, [field]: value }, errors, typed };
}

function chooseFile(form: ProductForm, image: File | undefined): ProductForm {
  const { image: _, ...errors } = form.errors;
  if (!image || image.size <= PICTURE_MAX_BYTES) return { ...form, image, errors };
  // The server would say so too, after ten megabytes over the farm's line.
  return { ...form, image: undefined, errors: { ...errors, image: 'The picture may have 10 MB at most.' } };
}

function applyError(
  { message, status, errors: said = {}, current }: ProductError,
  form: ProductForm,
): Partial<ProductForm> {
  const errors: ProductForm['errors'] = {};
  for (const [field, [text]] of Object.entries(said))
    if (text && (field === 'image' || isFieldName(field))) errors[field] = text;
  if (status === 413 || status === 415) errors.image = message;
  // A text that stands at its field is not said twice.
  const elsewhere = Object.keys(errors).length === 0 ? message : undefined;
  return {
    errors,
    message: elsewhere,
    conflict: current ? { product: current, loaded: false } : form.conflict,
  };
}

/**
 * Puts the form onto the product as it is now. A field that only one of the two changed has that change. Where both did,
 * the other's value goes in, so that it is not undone unseen, and what was typed is offered beside it.
 */
function loadCurrent(form: ProductForm): ProductForm {
  const { base, conflict } = form;
  if (!base || !conflict) return form;
  const [was, now] = [valuesOf(base), valuesOf(conflict.product)];
  const values = { ...form.values };
  const typed = { ...form.typed };
  for (const field of fieldNames(values)) {
    const mine = values[field];
    if (mine !== was[field] && now[field] === was[field]) continue;
    if (mine !== was[field] && mine !== now[field]) typed[field] = mine;
    values[field] = now[field];
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
