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
  stock: 40,
  orders: 0,
  pounds: 0,
  version: 1,
};
const after = (form: LotForm, ...events: LotFormEvent[]) => events.reduce(lotFormReducer, form);
const change = (field: 'moisture' | 'number', value: string): LotFormEvent => ({ type: 'change', field, value });

test('lot values are formatted for the form', () => {
  expect(openLotForm(lot).values).toMatchObject({ moisture: '9.0', storage_index: '0.26', harvest_year: '2026' });
  expect(openLotForm({ ...lot, storage_index: 0.275 }).values.storage_index).toBe('0.275');
});

test('undoing an edit makes the form clean again', () => {
  const typed = after(openLotForm(lot), change('moisture', '9.5'));

  expect(isDirty(openLotForm(lot))).toBe(false);
  expect(isDirty(openLotForm(undefined))).toBe(false);
  expect(isDirty(typed)).toBe(true);
  expect(isDirty(after(typed, change('moisture', '9.0')))).toBe(false);
  expect(isDirty(after(openLotForm(lot), { type: 'remove certificate', remove: true }))).toBe(true);
});

test('server errors are shown at their fields and cleared on input', () => {
  const errors = { number: ['Taken.'], version: ['Odd.'] };
  const failed = after(openLotForm(lot), { type: 'save' }, { type: 'failed', error: { message: 'Taken.', errors } });

  expect(failed).toMatchObject({ saving: false, errors: { number: 'Taken.' }, message: undefined });
  expect(after(failed, change('number', 'X')).errors).toEqual({});
  expect(after(failed, { type: 'failed', error: { message: 'Not a PDF.', status: 415 } }).errors).toEqual({
    certificate: 'Not a PDF.',
  });
});

test('input is ignored while saving', () => {
  expect(after(openLotForm(lot), { type: 'save' }, change('number', 'X')).values.number).toBe('TP-26-01');
});

test('a file that is too large is rejected, and choosing a file cancels removal', () => {
  const large = after(openLotForm(lot), { type: 'choose', certificate: fileOf(10 * 1024 * 1024 + 1) });
  const small = after(
    openLotForm(lot),
    { type: 'remove certificate', remove: true },
    { type: 'choose', certificate: fileOf(9) },
  );

  expect(large).toMatchObject({ certificate: undefined, errors: { certificate: expect.stringContaining('10 MB') } });
  expect(small).toMatchObject({ withoutCertificate: false, errors: {} });
});

test('after an edit conflict the form lists the changes, loads them and keeps the input', () => {
  const current = { ...lot, moisture: 9.1, alpha_acid: 10.2, version: 2 };
  const failed = after(openLotForm(lot), change('moisture', '8.7'), { type: 'save' }, conflictWith(current));

  expect(describeChanges(failed)).toBe('Alpha Acid is now 10.2, Moisture is now 9.1');
  expect(after(failed, { type: 'load current' })).toMatchObject({
    base: { version: 2 },
    values: { moisture: '8.7', alpha_acid: '10.2' },
    conflict: undefined,
    message: undefined,
  });
});

const conflictWith = (current: ManagedLot): LotFormEvent => ({
  type: 'failed',
  error: { message: 'Someone else changed this lot.', status: 409, current },
});
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'lab.pdf');
