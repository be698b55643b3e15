import * as sample from '../api-example-data.ts';
import { type Examples, id, message } from './example.ts';

export const operationsExamples = {
  'GET /api/emails': {
    query: { unsent: 'true' },
    response: { data: [sample.email], next_page_url: null, has_mail_server: true },
  },
  'GET /api/emails/:id': { params: id(311), response: { data: { ...sample.email, text: 'Hi Dana, ...' } } },
  'POST /api/emails/:id/deliveries': { params: id(311), response: { data: sample.email } },
  'GET /api/backups': {
    response: { data: [sample.backup], folder: '/data/backups', last_backup_at: sample.backup.created_at, run: null },
  },
  'POST /api/backups': {
    response: {
      data: { state: 'running', started_at: '2026-09-14T09:00:00.000Z', step: 'rows', done: 0, total: 0 },
    },
  },
  'GET /api/backups/:name': { params: { name: sample.backup.name }, response: 'The bytes of the backup' },
  'GET /api/audit': { query: { before: '42' }, response: { data: [sample.auditEntry], next_page_url: null } },
  'GET /api/hops': { response: { data: [{ ...sample.product, lot: sample.lot }], today: '2026-11-18' } },
  'GET /api/sales': { query: { range: '30d' }, response: { data: sample.sales } },
  'GET /api/dashboard/admin': { response: { data: sample.dashboard } },
  'POST /api/client-errors': {
    body: { route: '/order/:id', type: 'TypeError', message: 'x is undefined', build: 'site-Bk3d9.js' },
    response: message('Reported.'),
  },
} satisfies Examples;
