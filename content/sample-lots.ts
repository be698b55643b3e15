// One lot per hop for a new demo shop; a live shop starts without lots. They are marked as samples: acids and oil
// are the product's, the rest is made up.
import type { hopForms } from './hop-forms.ts';

export type SampleLot = {
  /** The product it belongs to. */
  slug: string;
  number: string;
  harvest_year: number;
  form: (typeof hopForms)[number];
  moisture: number;
  storage_index: number;
  tested_on: string;
};

export const sampleLots: SampleLot[] = [
  {
    slug: 'triple-pearl',
    number: 'TP-26-SAMPLE',
    harvest_year: 2026,
    form: 'Whole cones',
    moisture: 9.2,
    storage_index: 0.25,
    tested_on: '2026-09-02',
  },
  {
    slug: 'comet',
    number: 'CO-26-SAMPLE',
    harvest_year: 2026,
    form: 'Whole cones',
    moisture: 8.8,
    storage_index: 0.27,
    tested_on: '2026-09-18',
  },
];
