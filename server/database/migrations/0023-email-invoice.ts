import type { Migration } from '../migrate.ts';

// The PDF itself is drawn when the email is sent.
export const emailInvoice: Migration = {
  number: 23,
  name: 'email invoice',
  up: () => ['alter table emails add column invoice_number integer'],
};
