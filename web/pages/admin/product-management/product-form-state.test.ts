import { expect, test } from 'vitest';
import type { Product } from '#contracts/catalog.ts';
import {
  addForm,
  isUnsaved,
  type ProductForm,
  type ProductFormEvent,
  productFormReducer,
} from './product-form-state.ts';

const comet: Product = {
  id: 2,
  slug: 'comet',
  name: 'Comet',
  type: 'Dual purpose',
  flavor: null,
  alpha_acid: 9.8,
  beta_acid: 4,
  total_oil: 1.9,
  aromas: 'citrus, melon, spicy',
  description: 'Half English.',
  image_url: '/uploads/products/ab-3x2.jpg',
  image: '/uploads/products/ab-3x2.jpg',
  price: 14.5,
  tiers: [],
  stock: 80,
  version: 3,
};
const sold: Product = { ...comet, stock: 69 };

const after = (start: ProductForm, ...events: ProductFormEvent[]) => events.reduce(productFormReducer, start);
const editing = after(addForm, { type: 'edit', product: comet });
const picture = new File(['cone'], 'cone.png');

test("editing loads the product's values, formatted for the form", () => {
  expect(editing.values).toMatchObject({
    alpha_acid: '9.8',
    beta_acid: '4.0',
    price: '14.50',
    stock: '80',
    flavor: '',
  });
  expect(editing).toMatchObject({ base: comet, image: undefined });
});

test('canceling and saving both reset the form', () => {
  const edited = after(
    editing,
    { type: 'change', field: 'name', value: 'Comet II' },
    { type: 'choose', image: picture },
  );

  expect(after(edited, { type: 'cancel' })).toEqual(addForm);
  expect(after(edited, { type: 'save' }, { type: 'saved' })).toEqual(addForm);
});

test('editing another product discards the previous edits', () => {
  const other = { ...comet, id: 3, name: 'Cascade' };
  const edited = after(editing, { type: 'change', field: 'aromas', value: 'x' }, { type: 'choose', image: picture });

  expect(after(edited, { type: 'edit', product: other })).toEqual(after(addForm, { type: 'edit', product: other }));
});

test('nothing changes the form while saving', () => {
  const saving = after(editing, { type: 'save' });

  const unchanged = after(
    saving,
    { type: 'change', field: 'name', value: 'lost?' },
    { type: 'choose', image: picture },
    { type: 'edit', product: { ...comet, id: 9 } },
    { type: 'cancel' },
    { type: 'save' },
  );

  expect(unchanged).toEqual(saving);
});

test('a field error is shown at the field until it changes', () => {
  const errors = { price: ['Price is required.'], image: ['Image is required.'], version: ['never shown'] };
  const failed = after(addForm, { type: 'save' }, { type: 'failed', error: { message: 'x', status: 422, errors } });

  expect(failed).toMatchObject({ saving: false, message: undefined });
  expect(failed.errors).toEqual({ price: 'Price is required.', image: 'Image is required.' });
  expect(after(failed, { type: 'change', field: 'price', value: '1' }).errors).toEqual({ image: 'Image is required.' });
  expect(after(failed, { type: 'choose', image: picture }).errors).toEqual({ price: 'Price is required.' });
});

test.each([413, 415])('a rejected picture (%d) shows the error at the picture and stays chosen', (status) => {
  const error = { message: 'The image must be a JPEG.', status };
  const failed = after(addForm, { type: 'choose', image: picture }, { type: 'failed', error });

  expect(failed).toMatchObject({
    errors: { image: 'The image must be a JPEG.' },
    message: undefined,
    image: picture,
  });
});

test('any other error is shown below the form and keeps the input', () => {
  const edited = after(editing, { type: 'change', field: 'name', value: 'Comet II' }, { type: 'save' });

  expect(after(edited, { type: 'failed', error: { message: 'Request failed' } })).toMatchObject({
    message: 'Request failed',
    saving: false,
    values: { name: 'Comet II' },
  });
});

test('a picture over 10 MB is rejected before upload', () => {
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.png');

  expect(after(addForm, { type: 'choose', image: large })).toMatchObject({
    image: undefined,
    errors: { image: 'Images can be up to 10 MB.' },
  });
});

const afterConflict = (form: ProductForm, current: Product) =>
  after(form, { type: 'save' }, { type: 'failed', error: { message: 'Changed.', status: 409, current } });

test('an edit conflict keeps the input until the current values are loaded', () => {
  const failed = afterConflict(after(editing, { type: 'change', field: 'stock', value: '100' }), sold);

  expect(failed).toMatchObject({ base: comet, values: { stock: '100' }, message: 'Changed.' });
  expect(failed.conflict).toEqual({ product: sold, loaded: false });
});

test('loading current values fills untouched fields and keeps edited ones', () => {
  const edited = after(editing, { type: 'change', field: 'description', value: 'New words.' });
  const current = { ...comet, price: 15, version: 4 };

  const loaded = after(afterConflict(edited, current), { type: 'load current' });

  expect(loaded.values).toMatchObject({ description: 'New words.', price: '15.00', name: 'Comet' });
  expect(loaded).toMatchObject({ base: current, typed: {}, message: undefined, conflict: { loaded: true } });
});

test('if both changed a field, it gets the current value and the input can be restored', () => {
  const edited = after(editing, { type: 'change', field: 'stock', value: '100' });

  const loaded = after(afterConflict(edited, sold), { type: 'load current' });
  expect(loaded.values.stock).toBe('69');
  expect(loaded.typed).toEqual({ stock: '100' });

  const restored = after(loaded, { type: 'restore', field: 'stock', value: '100' });
  expect(restored).toMatchObject({ values: { stock: '100' }, typed: {}, base: { stock: 69 } });
});

test('the same change on both sides is not a conflict', () => {
  const edited = after(editing, { type: 'change', field: 'price', value: '15.00' });

  const loaded = after(afterConflict(edited, { ...comet, price: 15, version: 4 }), { type: 'load current' });

  expect(loaded).toMatchObject({ values: { price: '15.00' }, typed: {} });
});

test('input can still be restored after a second conflict', () => {
  const first = after(afterConflict(after(editing, { type: 'change', field: 'stock', value: '100' }), sold), {
    type: 'load current',
  });

  const second = after(afterConflict(first, { ...sold, price: 16, version: 4 }), { type: 'load current' });

  expect(second).toMatchObject({ typed: { stock: '100' }, values: { stock: '69', price: '16.00' } });
});

test('deleting the edited product resets the form; deleting another does not', () => {
  expect(after(editing, { type: 'deleted', id: 2 })).toEqual(addForm);
  expect(after(editing, { type: 'deleted', id: 1 })).toEqual(editing);
});

test('stock that moved while the form is open is shown, unless someone has typed another', () => {
  const moved = after(editing, { type: 'stock moved', stock: 7 });
  expect([moved.base?.stock, moved.values.stock, isUnsaved(moved)]).toEqual([7, '7', false]);

  const typed = after(editing, { type: 'change', field: 'stock', value: '999' });
  expect(after(typed, { type: 'stock moved', stock: 7 })).toEqual(typed);
});

const tiered: Product = { ...comet, tiers: [{ from: 44, price: 13 }] };

test('the tiers are one field of the form, as JSON', () => {
  expect(addForm.values.tiers).toBe('[]');
  expect(after(addForm, { type: 'edit', product: tiered }).values.tiers).toBe('[{"from":"44","price":"13.00"}]');
});

test('errors of tiers are shown at their fields until the tiers change', () => {
  const errors = { 'tiers.0.price': ['Price is required.'], 'tiers.1.from': ['From is required.'], price: ['No.'] };
  const failed = after(editing, { type: 'save' }, { type: 'failed', error: { message: 'x', status: 422, errors } });

  expect(failed.errors).toEqual({
    'tiers.0.price': 'Price is required.',
    'tiers.1.from': 'From is required.',
    price: 'No.',
  });
  expect(after(failed, { type: 'change', field: 'tiers', value: '[]' }).errors).toEqual({ price: 'No.' });
});

test('tiers that both changed get the current value, and the input can be restored', () => {
  const own = '[{"from":"22","price":"14"}]';
  const edited = after(editing, { type: 'change', field: 'tiers', value: own });

  const loaded = after(afterConflict(edited, { ...tiered, version: 4 }), { type: 'load current' });

  expect(loaded.values.tiers).toBe('[{"from":"44","price":"13.00"}]');
  expect(loaded.typed).toEqual({ tiers: own });
});
