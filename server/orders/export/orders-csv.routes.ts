// The CSV download of orders. Not in the endpoint table because it does not return JSON.

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { SalesQuery } from '#contracts/reports.ts';
import type { DayRange } from '#contracts/sales-range.ts';
import type { Db } from '#server/database/schema.ts';
import { timesOf } from '#server/farm-days.ts';
import { type Authenticate, authorize } from '#server/http/authorize.ts';
import { validate } from '#server/http/validate.ts';
import { ordersCsv } from './orders-csv.ts';

type Options = {
  db: Db;
  authenticate: Authenticate;
  resolveRange(query: SalesQuery): Promise<DayRange>;
};

export function mountOrdersCsv(app: FastifyInstance, { db, authenticate, resolveRange }: Options): void {
  app.get('/api/orders/export', async (request, reply) => {
    await authorize(request, { for: 'admin' }, authenticate);
    const range = await resolveRange(validate(SalesQuery, request.query));
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="orders-${range.from}-to-${range.to}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(ordersCsv(db, timesOf(range))));
  });
}
