// What was received and given back, on its own day.
import type { BookType } from '#contracts/book-types.ts';
import { type BookRow, batchesByDay, batchesByTime, blank, type DatedSource, type TimedSource } from './book-row.ts';
import * as store from './book-rows.store.ts';

export async function* cardPayments({ db, ...part }: TimedSource): AsyncGenerator<BookRow> {
  for await (const batch of batchesByTime(part, (each) => store.nextCardPayments(db, each)))
    for (const { day, order_id: order, customer, amount_cents, payment_id } of batch)
      yield {
        ...{ ...blank, day, type: 'payment', order, customer, amount_cents: Number(amount_cents) },
        ...{ method: 'card', reference: payment_id ?? '' },
      };
}

export async function* entries({ db, ...part }: DatedSource): AsyncGenerator<BookRow> {
  for await (const batch of batchesByDay(part, (each) => store.nextEntries(db, each)))
    for (const { id, day, kind, amount_cents, method, note, invoice_number, payment_id, customer } of batch)
      yield {
        ...{ ...blank, day, type: typeOf({ kind, method }), customer, amount_cents: -amount_cents },
        // What staff record has a method. An invoice that is paid on the site is paid by card.
        ...{ invoice: invoice_number, method: method ?? 'card', reference: payment_id ?? `Ledger ${id}`, note },
      };
}

function typeOf({ kind, method }: { kind: string; method: string | null }): BookType {
  if (kind === 'payment') return 'payment';
  return method === null ? 'refund' : 'payment taken back';
}

export async function* refunds({ db, ...part }: TimedSource): AsyncGenerator<BookRow> {
  for await (const batch of batchesByTime(part, (each) => store.nextRefunds(db, each)))
    for (const { day, order_id: order, customer, amount_cents, refund_id, reason } of batch)
      yield {
        ...{ ...blank, day, type: 'refund', order, customer, amount_cents: -amount_cents },
        ...{ method: 'card', reference: refund_id ?? '', note: reason ?? '' },
      };
}

export async function* fees({ db, ...part }: DatedSource): AsyncGenerator<BookRow> {
  for await (const batch of batchesByDay(part, (each) => store.nextFees(db, each)))
    for (const { day, order_id: order, amount_cents, payment_id: reference } of batch)
      yield { ...blank, day, type: 'card fee', order, amount_cents: -amount_cents, method: 'card', reference };
}
