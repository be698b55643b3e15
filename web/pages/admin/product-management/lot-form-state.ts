// The life of the lot form: what was typed, what the server said, and what happens when somebody else was faster.
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
} as const;

export type LotField = keyof typeof lotLabels;
type Values = Record<LotField, string>;

export type LotForm = {
  /** What is edited, as it was when the form was opened; nothing while adding. */
  base: ManagedLot | undefined;
  values: Values;
  certificate: File | undefined;
  withoutCertificate: boolean;
  errors: { [field in LotField | 'certificate']?: string };
  message: string | undefined;
  saving: boolean;
  /** The lot as somebody else left it, until the form stands on it. */
  conflict: ManagedLot | undefined;
};

export type LotFormEvent =
  | { type: 'type'; field: LotField; value: string }
  | { type: 'choose'; certificate: File | undefined }
  | { type: 'without certificate'; yes: boolean }
  | { type: 'save' | 'load current' }
  | { type: 'refused'; refusal: LotError };

export type LotError = {
  message: string;
  status?: number | undefined;
  errors?: Record<string, string[]>;
  current?: ManagedLot | undefined;
};

const nothing: Values = {
  number: '',
  harvest_year: '',
  form: '',
  alpha_acid: '',
  beta_acid: '',
  total_oil: '',
  moisture: '',
  storage_index: '',
  tested_on: '',
};

export const openLotForm = (base: ManagedLot | undefined): LotForm => ({
  base,
  values: base ? lotValues(base) : nothing,
  certificate: undefined,
  withoutCertificate: false,
  errors: {},
  message: undefined,
  saving: false,
  conflict: undefined,
});

export function lotFormReducer(form: LotForm, event: LotFormEvent): LotForm {
  // While a save is under way only its outcome counts: what is typed then would be lost with it.
  if (form.saving && event.type !== 'refused') return form;
  switch (event.type) {
    case 'type': {
      const { [event.field]: _, ...errors } = form.errors;
      return { ...form, values: { ...form.values, [event.field]: event.value }, errors };
    }
    case 'choose':
      return chooseFile(form, event.certificate);
    case 'without certificate':
      return { ...form, withoutCertificate: event.yes };
    case 'save':
      return { ...form, saving: true, errors: {}, message: undefined };
    case 'refused':
      return { ...form, saving: false, ...applyError(event.refusal, form) };
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
  };
}

export const lotFields = Object.keys(lotLabels).filter(isLotField);

/** Whether something would be lost with the form. */
export function isDirty({ base, values, certificate, withoutCertificate }: LotForm): boolean {
  const was = base ? lotValues(base) : nothing;
  return certificate !== undefined || withoutCertificate || lotFields.some((field) => values[field] !== was[field]);
}

/** What is different from what the form was filled with: 'Moisture is 9.1 now'. */
export function describeChanges({ base, conflict }: LotForm): string {
  if (!base || !conflict) return '';
  const [was, now] = [lotValues(base), lotValues(conflict)];
  const told = lotFields
    .filter((field) => was[field] !== now[field])
    .map((field) => `${lotLabels[field]} is ${now[field]} now`);
  if (base.certificate_url !== conflict.certificate_url) told.push('the certificate is another');
  return told.join(', ') || 'saved again with the same values';
}

function isLotField(name: string): name is LotField {
  return Object.hasOwn(lotLabels, name);
}

function chooseFile(form: LotForm, certificate: File | undefined): LotForm {
  const { certificate: _, ...errors } = form.errors;
  if (!certificate || certificate.size <= CERTIFICATE_MAX_BYTES)
    return { ...form, certificate, withoutCertificate: false, errors };
  // The server would say so too, after ten megabytes over the farm's line.
  const text = 'The certificate may have 10 MB at most.';
  return { ...form, certificate: undefined, errors: { ...errors, certificate: text } };
}

function applyError({ message, status, errors: said = {}, current }: LotError, form: LotForm): Partial<LotForm> {
  const errors: LotForm['errors'] = {};
  for (const [field, [text]] of Object.entries(said)) if (text && isLotField(field)) errors[field] = text;
  if (status === 413 || status === 415) errors.certificate = message;
  // A text that stands at its field is not said twice.
  const elsewhere = Object.keys(errors).length === 0 ? message : undefined;
  return { errors, message: elsewhere, conflict: current ?? form.conflict };
}

/** Puts the form onto the lot as it is now; what was typed stays, beside the words that say what the other did. */
function loadCurrent(form: LotForm): LotForm {
  const { base, conflict } = form;
  if (!base || !conflict) return form;
  const [was, now] = [lotValues(base), lotValues(conflict)];
  const values = { ...form.values };
  for (const field of lotFields) if (values[field] === was[field]) values[field] = now[field];
  return { ...form, base: conflict, values, errors: {}, message: undefined, conflict: undefined };
}
