import { expect, test } from 'vitest';
import type { ManagedLot } from '#contracts/lots.ts';
import {
  describeChanges,
  isDirty,
  type LotForm,
  type LotFormEvent,
  lotFormReducer,
  openLotForm,
} from './lot-form-state.ts';

const lot: ManagedLot = {
  id: 3,
  product_id: 1,
  number: 'TP-26-01',
  harvest_year: 2026,
  form: 'Whole cones',
  moisture: 9,
  storage_index: 0.26,
  tested_on: '2026-09-14',
  alpha_acid: 10.6,
  beta_acid: 3.8,
  total_oil: 1.6,
  certificate_url: null,
  current: true,
  orders: 0,
  pounds: 0,
  version: 1,
};
const after = (form: LotForm, ...events: LotFormEvent[]) => events.reduce(lotFormReducer, form);
const type = (field: 'moisture' | 'number', value: string): LotFormEvent => ({ type: 'type', field, value });

test('a lot is shown as its figures are written', () => {
  expect(openLotForm(lot).values).toMatchObject({ moisture: '9.0', storage_index: '0.26', harvest_year: '2026' });
  expect(openLotForm({ ...lot, storage_index: 0.275 }).values.storage_index).toBe('0.275');
});

test('whoever typed something and took it back has typed nothing', () => {
  const typed = after(openLotForm(lot), type('moisture', '9.5'));

  expect(isDirty(openLotForm(lot))).toBe(false);
  expect(isDirty(openLotForm(undefined))).toBe(false);
  expect(isDirty(typed)).toBe(true);
  expect(isDirty(after(typed, type('moisture', '9.0')))).toBe(false);
  expect(isDirty(after(openLotForm(lot), { type: 'without certificate', yes: true }))).toBe(true);
});

test('the words of the server stand at their fields, all others under the form, and go when one types', () => {
  const errors = { number: ['Taken.'], version: ['Odd.'] };
  const refused = after(
    openLotForm(lot),
    { type: 'save' },
    { type: 'refused', refusal: { message: 'Taken.', errors } },
  );

  expect(refused).toMatchObject({ saving: false, errors: { number: 'Taken.' }, message: undefined });
  expect(after(refused, type('number', 'X')).errors).toEqual({});
  expect(after(refused, { type: 'refused', refusal: { message: 'Not a PDF.', status: 415 } }).errors).toEqual({
    certificate: 'Not a PDF.',
  });
});

test('nothing is typed into a form that is on its way', () => {
  expect(after(openLotForm(lot), { type: 'save' }, type('number', 'X')).values.number).toBe('TP-26-01');
});

test('a file that is too large is refused here, and a new one takes the place of none', () => {
  const large = after(openLotForm(lot), { type: 'choose', certificate: fileOf(10 * 1024 * 1024 + 1) });
  const small = after(
    openLotForm(lot),
    { type: 'without certificate', yes: true },
    { type: 'choose', certificate: fileOf(9) },
  );

  expect(large).toMatchObject({ certificate: undefined, errors: { certificate: expect.stringContaining('10 MB') } });
  expect(small).toMatchObject({ withoutCertificate: false, errors: {} });
});

test('where somebody else was faster, the form says what, takes it up, and keeps what was typed', () => {
  const current = { ...lot, moisture: 9.1, alpha_acid: 10.2, version: 2 };
  const refused = after(openLotForm(lot), type('moisture', '8.7'), { type: 'save' }, said(current));

  expect(describeChanges(refused)).toBe('Alpha Acid is 10.2 now, Moisture is 9.1 now');
  expect(after(refused, { type: 'load current' })).toMatchObject({
    base: { version: 2 },
    values: { moisture: '8.7', alpha_acid: '10.2' },
    meanwhile: undefined,
    message: undefined,
  });
});

const said = (current: ManagedLot): LotFormEvent => ({
  type: 'refused',
  refusal: { message: 'Somebody changed this lot meanwhile.', status: 409, current },
});
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'lab.pdf');
