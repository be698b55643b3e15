import type { FastifyInstance } from 'fastify';
import { BooksFileQuery } from '#contracts/books.ts';
import { type Authenticate, authorize } from '#server/http/authorize.ts';
import { route } from '#server/http/route.ts';
import { validate } from '#server/http/validate.ts';
import type { FarmBooks } from './books.ts';
import type { Receivables } from './receivables.ts';

export const bookRoutes = ({ books, receivables }: { books: FarmBooks; receivables: Receivables }) => [
  route('GET /api/books', ({ query }) => books.find(query.month)),
  route('POST /api/books/closings', ({ body, actor }) => books.close(body.month, actor)),
  route('GET /api/books/invoices', ({ query }) => receivables.listInvoices(query)),
  route('GET /api/books/receivables', ({ query }) => receivables.list(query.after)),
];

/** Not in the endpoint table because it does not return JSON. */
export function mountBooksFile(
  app: FastifyInstance,
  { books, authenticate }: { books: FarmBooks; authenticate: Authenticate },
): void {
  app.get('/api/books/file', async (request, reply) => {
    await authorize(request, { for: 'admin' }, authenticate);
    const { month, layout } = validate(BooksFileQuery, request.query);
    const name = layout === 'quickbooks' ? `quickbooks-journal-${month}` : `books-${month}`;
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(await books.open(month, layout));
  });
}
