import { expect, test } from 'vitest';
import type { Product } from '#contracts/catalog.ts';
import { addForm, type ProductForm, type ProductFormEvent, productFormReducer } from './product-form-state.ts';

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
  stock: 80,
  version: 3,
};
const sold: Product = { ...comet, stock: 69 };

const after = (start: ProductForm, ...events: ProductFormEvent[]) => events.reduce(productFormReducer, start);
const editing = after(addForm, { type: 'edit', product: comet });
const picture = new File(['cone'], 'cone.png');

test('editing loads the product as the shop writes it: one decimal, two decimals, whole pounds', () => {
  expect(editing.values).toMatchObject({
    alpha_acid: '9.8',
    beta_acid: '4.0',
    price: '14.50',
    stock: '80',
    flavor: '',
  });
  expect(editing).toMatchObject({ base: comet, image: undefined });
});

test('cancelling and saving both lead back to an empty form for adding', () => {
  const typed = after(editing, { type: 'type', field: 'name', value: 'Comet II' }, { type: 'choose', image: picture });

  expect(after(typed, { type: 'cancel' })).toEqual(addForm);
  expect(after(typed, { type: 'save' }, { type: 'saved' })).toEqual(addForm);
});

test('editing another product starts from that product alone', () => {
  const other = { ...comet, id: 3, name: 'Cascade' };
  const typed = after(editing, { type: 'type', field: 'aromas', value: 'x' }, { type: 'choose', image: picture });

  expect(after(typed, { type: 'edit', product: other })).toEqual(after(addForm, { type: 'edit', product: other }));
});

test('while a save is under way nothing else changes the form', () => {
  const saving = after(editing, { type: 'save' });

  const disturbed = after(
    saving,
    { type: 'type', field: 'name', value: 'lost?' },
    { type: 'choose', image: picture },
    { type: 'edit', product: { ...comet, id: 9 } },
    { type: 'cancel' },
    { type: 'save' },
  );

  expect(disturbed).toEqual(saving);
});

test('what the server says of a field stands at it until it is typed in', () => {
  const errors = { price: ['Price is required.'], image: ['Image is required.'], version: ['never shown'] };
  const refused = after(addForm, { type: 'save' }, { type: 'refused', refusal: { message: 'x', status: 422, errors } });

  expect(refused).toMatchObject({ saving: false, message: undefined });
  expect(refused.errors).toEqual({ price: 'Price is required.', image: 'Image is required.' });
  expect(after(refused, { type: 'type', field: 'price', value: '1' }).errors).toEqual({ image: 'Image is required.' });
  expect(after(refused, { type: 'choose', image: picture }).errors).toEqual({ price: 'Price is required.' });
});

test.each([413, 415])('a picture that is refused (%d) is said at the picture, and stays chosen', (status) => {
  const refusal = { message: 'The picture must be a JPEG.', status };
  const refused = after(addForm, { type: 'choose', image: picture }, { type: 'refused', refusal });

  expect(refused).toMatchObject({
    errors: { image: 'The picture must be a JPEG.' },
    message: undefined,
    image: picture,
  });
});

test('any other refusal is the message of the form, and what was typed stays', () => {
  const typed = after(editing, { type: 'type', field: 'name', value: 'Comet II' }, { type: 'save' });

  expect(after(typed, { type: 'refused', refusal: { message: 'Request failed' } })).toMatchObject({
    message: 'Request failed',
    saving: false,
    values: { name: 'Comet II' },
  });
});

test('a picture of more than 10 MB is refused before it is sent', () => {
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.png');

  expect(after(addForm, { type: 'choose', image: large })).toMatchObject({
    image: undefined,
    errors: { image: 'The picture may have 10 MB at most.' },
  });
});

const met = (form: ProductForm, current: Product) =>
  after(form, { type: 'save' }, { type: 'refused', refusal: { message: 'Changed.', status: 409, current } });

test('a save that met another change keeps all that was typed until the current values are asked for', () => {
  const refused = met(after(editing, { type: 'type', field: 'stock', value: '100' }), sold);

  expect(refused).toMatchObject({ base: comet, values: { stock: '100' }, message: 'Changed.' });
  expect(refused.conflict).toEqual({ product: sold, loaded: false });
});

test('the current values go into the fields one did not touch; what only one typed stays', () => {
  const typed = after(editing, { type: 'type', field: 'description', value: 'New words.' });
  const current = { ...comet, price: 15, version: 4 };

  const loaded = after(met(typed, current), { type: 'load current' });

  expect(loaded.values).toMatchObject({ description: 'New words.', price: '15.00', name: 'Comet' });
  expect(loaded).toMatchObject({ base: current, typed: {}, message: undefined, meanwhile: { loaded: true } });
});

test('where both changed a field the current value goes in, and what was typed can be put back', () => {
  const typed = after(editing, { type: 'type', field: 'stock', value: '100' });

  const loaded = after(met(typed, sold), { type: 'load current' });
  expect(loaded.values.stock).toBe('69');
  expect(loaded.typed).toEqual({ stock: '100' });

  const back = after(loaded, { type: 'put back', field: 'stock', value: '100' });
  expect(back).toMatchObject({ values: { stock: '100' }, typed: {}, base: { stock: 69 } });
});

test('what both typed alike is no matter', () => {
  const typed = after(editing, { type: 'type', field: 'price', value: '15.00' });

  const loaded = after(met(typed, { ...comet, price: 15, version: 4 }), { type: 'load current' });

  expect(loaded).toMatchObject({ values: { price: '15.00' }, typed: {} });
});

test('what could be put back once can still be put back after a second meeting', () => {
  const first = after(met(after(editing, { type: 'type', field: 'stock', value: '100' }), sold), {
    type: 'load current',
  });

  const second = after(met(first, { ...sold, price: 16, version: 4 }), { type: 'load current' });

  expect(second).toMatchObject({ typed: { stock: '100' }, values: { stock: '69', price: '16.00' } });
});

test('deleting the product that is edited ends the editing, deleting another does not', () => {
  expect(after(editing, { type: 'deleted', id: 2 })).toEqual(addForm);
  expect(after(editing, { type: 'deleted', id: 1 })).toEqual(editing);
});
