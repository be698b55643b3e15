import type { DaySales } from '#server/books/day-totals.ts';

export function addUp(days: DaySales[]): { orders: number; pounds: number; amount_cents: number } {
  const sum = (field: 'orders' | 'pounds' | 'amount_cents') => days.reduce((all, day) => all + day[field], 0);
  return { orders: sum('orders'), pounds: sum('pounds'), amount_cents: sum('amount_cents') };
}

/** Best sellers first. */
export function addUpProducts(days: DaySales[], names: Map<number, string>) {
  const products = new Map<number, { pounds: number; amount_cents: number }>();
  for (const day of days)
    for (const [id, { pounds, amount_cents }] of Object.entries(day.products)) {
      const sum = products.get(Number(id)) ?? { pounds: 0, amount_cents: 0 };
      products.set(Number(id), { pounds: sum.pounds + pounds, amount_cents: sum.amount_cents + amount_cents });
    }
  return [...products]
    .map(([id, sum]) => ({ id, name: names.get(id) ?? '', ...sum }))
    .toSorted((a, b) => b.amount_cents - a.amount_cents || a.id - b.id);
}
