import type { Migration } from '../migrate.ts';

// The resale certificate of a customer: a PDF that only staff can open, until when it is valid.
export const resaleCertificates: Migration = {
  number: 30,
  name: 'resale certificates',
  up: ({ time }) => [
    `create table resale_certificates (
      customer_id integer primary key references customers (id),
      file text not null,
      expires_on text not null,
      uploaded_at ${time} not null,
      account_id integer references accounts (id)
    )`,
    'create index resale_certificates_by_expiry on resale_certificates (expires_on)',
  ],
};
