// The recall sheet: everyone who received hops from a lot, as streamed CSV.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { farmDateTime } from '#contracts/dates.ts';
import { IdParams } from '#contracts/endpoint.ts';
import type { Db } from '#server/database/schema.ts';
import { type Authenticate, authorize } from '#server/http/authorize.ts';
import { validate } from '#server/http/validate.ts';
import { notFound } from '#server/http-errors.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';
import { csvHeader, csvRow } from './csv.ts';
import * as store from './recall-sheet.store.ts';

type Options = { db: Db; authenticate: Authenticate };
type Lot = NonNullable<Awaited<ReturnType<typeof store.findLot>>>;

/** Not in the endpoint table because it does not return JSON. */
export function mountRecallSheet(app: FastifyInstance, { db, authenticate }: Options): void {
  app.get('/api/lots/admin/:id/recall-sheet', async (request, reply) => {
    await authorize(request, { for: 'admin' }, authenticate);
    const lot = await store.findLot(db, validate(IdParams, request.params).id);
    if (!lot) throw notFound('Lot not found.');
    const name = `${lot.slug}-${lot.number}`.replace(/[^\w.-]+/g, '-');
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="recall-${name}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(recallSheet(db, lot)));
  });
}

const BATCH = 500;
const header = [
  'Order ID',
  'Created At',
  'Status',
  'Customer Name',
  'Customer Email',
  'Customer Phone',
  'Customer Address',
  'Location Option',
  'Product',
  'Lot',
  'Pounds',
];

async function* recallSheet(db: Db, { id: lot_id, number }: Lot): AsyncGenerator<string> {
  yield csvHeader(header);
  for (let after = 0; ; ) {
    const orders = await store.nextBatch(db, { lot_id, after, limit: BATCH });
    if (orders.length === 0) return;
    yield orders
      .map(({ id, created_at, status, name, email, phone, address, location_option, hop, pounds }) =>
        csvRow([
          id,
          farmDateTime(created_at),
          publicStatus(status),
          name,
          email ?? '',
          phone,
          address ?? '',
          location_option,
          hop,
          number,
          pounds,
        ]),
      )
      .join('');
    after = orders.at(-1)?.id ?? after;
  }
}
