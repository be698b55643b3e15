// Every list, report and search of staff, for a shop filled by seed-large.ts. The compiler notices an endpoint that is missing.
import type { Audience } from '#contracts/endpoint.ts';
import type { endpoints, ReadEndpoint } from '#contracts/endpoints.ts';
import type { fileEndpoints } from '#contracts/file-endpoints.ts';

type ForStaff<Table> = {
  [name in keyof Table]: Table[name] extends { for: Exclude<Audience, 'visitor' | 'anyone' | 'customer'> }
    ? name
    : never;
}[keyof Table];
type StaffRead = Extract<ForStaff<typeof endpoints>, ReadEndpoint> | ForStaff<typeof fileEndpoints>;

type Shop = { orders: number; posts: number; customer: number };

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** By endpoint, what follows its path, or what stands in the place of its parameter and follows. */
function endings({ orders, posts, customer }: Shop): Record<StaffRead, string[]> {
  const month = daysAgo(60).slice(0, 7);
  const lastPage = Math.ceil(orders / 10);
  const lastPostPage = Math.ceil(posts / 10);
  const aYearAgo = `from=${daysAgo(364)}&to=${daysAgo(334)}`;
  const middle = Math.ceil(orders / 2);
  return {
    'GET /api/account/second-factor': [''],
    'GET /api/admin/blogs': ['', `?page=${Math.ceil(lastPostPage / 2)}`, `?page=${lastPostPage}`],
    'GET /api/admin/blogs/:id/preview-link': ['1'],
    'GET /api/admin/blogs/:id/revisions': ['1'],
    'GET /api/audit': ['', '?before=5000'],
    'GET /api/backups': [''],
    'GET /api/backups/:name': ['none'],
    'GET /api/books': ['', `?month=${month}`],
    'GET /api/books/file': [`?month=${month}`, `?month=${month}&layout=quickbooks`],
    'GET /api/books/invoices': ['', `?month=${month}`],
    'GET /api/books/receivables': ['', `?after=${customer}`],
    'GET /api/customers': [
      ...[
        '',
        `?after=${customer}`,
        '?q=dana',
        '?q=dana%20wh',
        '?q=brewery1',
        '?q=555',
        '?overdue=true',
        '?resale=true',
      ],
    ],
    'GET /api/customers/:id': [`${customer}`],
    'GET /api/customers/:id/invoices': [`${customer}`],
    'GET /api/customers/:id/ledger': [`${customer}`],
    'GET /api/customers/:id/orders': [`${customer}`, `${customer}?before=${middle}`],
    'GET /api/customers/:id/resale-certificate': [`${customer}`],
    'GET /api/customers/:id/resale-certificate/file': [`${customer}`],
    'GET /api/customers/:id/terms': [`${customer}`],
    'GET /api/dashboard/admin': [''],
    'GET /api/emails': ['', '?unsent=true', '?before=5000'],
    'GET /api/emails/:id': ['5000'],
    'GET /api/getting-started': [''],
    'GET /api/harvests/admin': [''],
    'GET /api/harvests/admin/:id/reservations': ['1'],
    'GET /api/lots/admin/:id/recall-sheet': ['1'],
    'GET /api/newsletters/:id': ['1'],
    'GET /api/orders/admin': ['', '?page=2', `?page=${Math.ceil(lastPage / 2)}`, `?page=${lastPage}`],
    'GET /api/orders/export': ['?range=30d'],
    'GET /api/orders/labels': [`?orders=${middle},${middle + 1}`],
    'GET /api/orders/search': [
      ...[
        '',
        '?q=luis14@brewery14.example',
        '?q=dana',
        '?q=d',
        '?q=dana%20whitlock',
        '?q=%28243%29%20555-1333',
        '?q=0188',
      ],
      ...['?q=%2377', '?q=demo_7', '?q=nobody%20of%20this%20name', '?q=dana%20luis&status=failed'],
      ...['pending', 'paid', 'completed', 'failed', 'refunded'].map((status) => `?status=${status}`),
      ...['?q=luis&status=ready', `?${aYearAgo}`, `?q=mara&${aYearAgo}`, `?q=mara&status=cancelled&${aYearAgo}`],
      ...[`?before=${middle}`, `?after=${middle}`, `?q=dana&before=${middle}`, `?status=failed&after=${middle}`],
    ],
    'GET /api/orders/to-pack': [''],
    'GET /api/payment-alarms': [''],
    'GET /api/people': [''],
    'GET /api/pictures': ['', '?unused=true'],
    'GET /api/products/admin': [''],
    'GET /api/products/admin/:id/lots': ['1'],
    'GET /api/sales': [
      ...['?range=30d', '?range=harvest', '?range=all', `?range=custom&${aYearAgo}`],
      `?range=custom&from=${daysAgo(364)}&to=${daysAgo(0)}`,
    ],
    'GET /api/settings/:section': ['farm'],
    'GET /api/settings/:section/versions': ['farm'],
    'GET /api/status': [''],
    'GET /api/stock-moves': ['', '?product=1', `?month=${month}`, `?product=1&month=${month}`, `?before=${middle}`],
  };
}

export const staffReads = (shop: Shop): string[] =>
  Object.entries(endings(shop)).flatMap(([endpoint, ends]) => {
    const path = endpoint.replace('GET ', '');
    return ends.map((end) => {
      const [place = '', query] = end.split('?');
      return path.replace(/:\w+/, place) + (query === undefined ? '' : `?${query}`);
    });
  });
