import type { ExamplesOf } from './example.ts';

const move = {
  ...{ id: 311, at: '2026-09-12T14:42:00.000Z', product_id: 2, product: 'Cascade', lot: 'CA-26-01' },
  ...{ reason: 'loss', pounds: -11, stock: 264, who: 'Wren', order_id: null, note: 'A torn bag' },
};

export const stockExamples: ExamplesOf<`${string} /api/stock-moves`> = {
  'GET /api/stock-moves': {
    query: { product: '2', month: '2026-09' },
    response: { data: [move], more: false, first_month: '2026-01' },
  },
  'POST /api/stock-moves': {
    body: { product_id: 2, lot_id: 5, kind: 'loss', pounds: 11, note: 'A torn bag', key: '3f1c2b0e-77aa' },
    response: { data: move },
  },
};
