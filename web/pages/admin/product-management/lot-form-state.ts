// The state of the lot form: input, server errors and edit conflicts.
import { CERTIFICATE_MAX_BYTES } from '#contracts/certificates.ts';
import { formatStorageIndex, oneDecimal } from '#contracts/hop-format.ts';
import type { ManagedLot } from '#contracts/lots.ts';

export const lotLabels = {
  number: 'Lot Number',
  harvest_year: 'Harvest Year',
  form: 'Form',
  alpha_acid: 'Alpha Acid',
  beta_acid: 'Beta Acid',
  total_oil: 'Total Oil',
  moisture: 'Moisture',
  storage_index: 'Storage Index',
  tested_on: 'Tested On',
  stock: 'Pounds',
} as const;

export type LotField = keyof typeof lotLabels;
type Values = Record<LotField, string>;

export type LotForm = {
  /** The lot as it was when the form was opened; undefined while adding. */
  base: ManagedLot | undefined;
  values: Values;
  certificate: File | undefined;
  withoutCertificate: boolean;
  errors: { [field in LotField | 'certificate']?: string };
  message: string | undefined;
  saving: boolean;
  /** The current lot after an edit conflict, until it is loaded into the form. */
  conflict: ManagedLot | undefined;
};

export type LotFormEvent =
  | { type: 'change'; field: LotField; value: string }
  | { type: 'choose'; certificate: File | undefined }
  | { type: 'remove certificate'; remove: boolean }
  | { type: 'save' | 'load current' }
  | { type: 'failed'; error: LotError };

export type LotError = {
  message: string;
  status?: number | undefined;
  errors?: Record<string, string[]>;
  current?: ManagedLot | undefined;
};

const emptyValues: Values = {
  number: '',
  harvest_year: '',
  form: '',
  alpha_acid: '',
  beta_acid: '',
  total_oil: '',
  moisture: '',
  storage_index: '',
  tested_on: '',
  stock: '',
};

export const openLotForm = (base: ManagedLot | undefined): LotForm => ({
  base,
  values: base ? lotValues(base) : emptyValues,
  certificate: undefined,
  withoutCertificate: false,
  errors: {},
  message: undefined,
  saving: false,
  conflict: undefined,
});

export function lotFormReducer(form: LotForm, event: LotFormEvent): LotForm {
  // While saving, only the outcome counts; other input would be lost.
  if (form.saving && event.type !== 'failed') return form;
  switch (event.type) {
    case 'change': {
      const { [event.field]: _, ...errors } = form.errors;
      return { ...form, values: { ...form.values, [event.field]: event.value }, errors };
    }
    case 'choose':
      return chooseFile(form, event.certificate);
    case 'remove certificate':
      return { ...form, withoutCertificate: event.remove };
    case 'save':
      return { ...form, saving: true, errors: {}, message: undefined };
    case 'failed':
      return { ...form, saving: false, ...applyError(event.error, form) };
    case 'load current':
      return loadCurrent(form);
  }
}

export function lotValues(lot: ManagedLot): Values {
  const { number, harvest_year, form, alpha_acid, beta_acid, total_oil, moisture, storage_index, tested_on } = lot;
  return {
    number,
    harvest_year: String(harvest_year),
    form,
    alpha_acid: oneDecimal(alpha_acid),
    beta_acid: oneDecimal(beta_acid),
    total_oil: oneDecimal(total_oil),
    moisture: oneDecimal(moisture),
    storage_index: formatStorageIndex(storage_index),
    tested_on,
    // Pounds are only entered with a new lot. Later they change in the ledger.
    stock: '',
  };
}

export const lotFields = Object.keys(lotLabels).filter(isLotField);

/** Whether there are unsaved changes. */
export function isDirty({ base, values, certificate, withoutCertificate }: LotForm): boolean {
  const initial = base ? lotValues(base) : emptyValues;
  return certificate !== undefined || withoutCertificate || lotFields.some((field) => values[field] !== initial[field]);
}

/** The differences from the values the form was opened with, such as 'Moisture is now 9.1'. */
export function describeChanges({ base, conflict }: LotForm): string {
  if (!base || !conflict) return '';
  const [before, after] = [lotValues(base), lotValues(conflict)];
  const texts = lotFields
    .filter((field) => before[field] !== after[field])
    .map((field) => `${lotLabels[field]} is now ${after[field]}`);
  if (base.certificate_url !== conflict.certificate_url) texts.push('the certificate is different');
  return texts.join(', ') || 'no visible differences';
}

function isLotField(name: string): name is LotField {
  return Object.hasOwn(lotLabels, name);
}

function chooseFile(form: LotForm, certificate: File | undefined): LotForm {
  const { certificate: _, ...errors } = form.errors;
  if (!certificate || certificate.size <= CERTIFICATE_MAX_BYTES)
    return { ...form, certificate, withoutCertificate: false, errors };
  // The server would reject it too, but only after uploading 10 MB.
  const text = 'Certificates can be up to 10 MB.';
  return { ...form, certificate: undefined, errors: { ...errors, certificate: text } };
}

function applyError({ message, status, errors: fieldErrors = {}, current }: LotError, form: LotForm): Partial<LotForm> {
  const errors: LotForm['errors'] = {};
  for (const [field, [text]] of Object.entries(fieldErrors)) if (text && isLotField(field)) errors[field] = text;
  if (status === 413 || status === 415) errors.certificate = message;
  // A message shown at its field is not repeated below the form.
  const formMessage = Object.keys(errors).length === 0 ? message : undefined;
  return { errors, message: formMessage, conflict: current ?? form.conflict };
}

/** Bases the form on the current lot. Edited fields keep their input. */
function loadCurrent(form: LotForm): LotForm {
  const { base, conflict } = form;
  if (!base || !conflict) return form;
  const [before, after] = [lotValues(base), lotValues(conflict)];
  const values = { ...form.values };
  for (const field of lotFields) if (values[field] === before[field]) values[field] = after[field];
  return { ...form, base: conflict, values, errors: {}, message: undefined, conflict: undefined };
}
