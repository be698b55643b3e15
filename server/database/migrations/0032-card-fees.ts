import type { Migration } from '../migrate.ts';

// What the card provider keeps of a payment. A fee may change later, for example after a refund: each row is a change.
export const cardFees: Migration = {
  number: 32,
  name: 'card fees',
  up: ({ id, time }) => [
    `create table card_fees (
      id ${id},
      payment_id text not null,
      order_id integer not null references orders (id),
      amount_cents bigint not null,
      total_cents bigint not null,
      day text not null,
      at ${time} not null
    )`,
    'create unique index card_fees_once on card_fees (payment_id, total_cents)',
    'create index card_fees_by_day on card_fees (day, id)',
  ],
};
