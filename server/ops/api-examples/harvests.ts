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
  deposit_percent: 25,
  left: 350,
  days: [],
  updated_at: '2026-08-20T16:00:00.000Z',
};
const managed = { ...harvest, followers: 12, reserved: 50, hidden: false, version: 1 };
const { kind, status, expected_on, pounds, price, note, deposit_percent } = harvest;

const reservation = {
  ...{ id: 7, harvest_id: 4, hop: 'Cascade', kind, expected_on, pounds: 50, price: 16, deposit: 200, pickup: null },
  ...{
    state: 'held',
    product_id: 2,
    order_id: 1042,
    order_status: 'paid',
    name: 'Dana Whitlock',
    phone: '(707) 555-0188',
  },
  ...{ final_pounds: null, open: 0, refused: 0 },
};

export const harvestExamples = {
  'GET /api/harvests': { response: { data: [harvest] } },
  'GET /api/harvests/:id': { params: id(4), response: { data: harvest } },
  'GET /api/harvests/admin': { response: { data: [managed] } },
  'POST /api/harvests/admin': {
    body: { product_id: 2, kind, status, expected_on, pounds, price, note, deposit_percent, days: [] },
    response: { data: managed },
  },
  'PUT /api/harvests/admin/:id': {
    params: id(4),
    body: { version: 1, kind, status, expected_on: '2026-09-08', pounds, price, note, deposit_percent, days: [] },
    response: { data: { ...managed, expected_on: '2026-09-08', version: 2 } },
  },
  'POST /api/harvests/:id/reservations': {
    params: id(4),
    headers: { 'Idempotency-Key': '7c1f0a3e-55a0-4c5e-b7a2-1f8f3f2f9d10' },
    body: {
      ...{ sourceId: 'cnon:card-nonce-ok', amount: 20_000, pounds: 50, day_id: null },
      ...{ name: 'Dana Whitlock', email: 'dana@tulefog.example', phone: '(707) 555-0188' },
    },
    response: { status: 'success', error: null, order: { id: 1042, key: 'KEY_OF_THE_ORDER' } },
  },
  'GET /api/harvests/admin/:id/reservations': { params: id(4), response: { data: [reservation] } },
  'POST /api/reservations/:id/weight': {
    params: id(7),
    body: { pounds: 48, lot_id: null, without_lot: false, in_stock: false },
    response: { data: { ...reservation, state: 'weighed', final_pounds: 48, open: 568 } },
  },
  'DELETE /api/harvests/admin/:id': { params: id(4), response: message('Cascade is off the board.') },
} satisfies Examples;
