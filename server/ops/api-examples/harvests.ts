import { type Examples, id, message } from './example.ts';

const harvest = {
  id: 4,
  product_id: 2,
  hop: 'Cascade',
  slug: 'cascade',
  kind: 'dried' as const,
  status: 'ripening' as const,
  expected_on: '2026-09-03',
  pounds: 400,
  price: 16,
  note: '',
  updated_at: '2026-08-20T16:00:00.000Z',
};
const managed = { ...harvest, followers: 12, hidden: false, version: 1 };
const { kind, status, expected_on, pounds, price, note } = harvest;

export const harvestExamples = {
  'GET /api/harvests': { response: { data: [harvest] } },
  'GET /api/harvests/admin': { response: { data: [managed] } },
  'POST /api/harvests/admin': {
    body: { product_id: 2, kind, status, expected_on, pounds, price, note },
    response: { data: managed },
  },
  'PUT /api/harvests/admin/:id': {
    params: id(4),
    body: { version: 1, kind, status, expected_on: '2026-09-08', pounds, price, note },
    response: { data: { ...managed, expected_on: '2026-09-08', version: 2 } },
  },
  'DELETE /api/harvests/admin/:id': { params: id(4), response: message('Cascade is off the board.') },
} satisfies Examples;
