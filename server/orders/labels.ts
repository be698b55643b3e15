// What is printed on the bags of orders.
import { bagsFor, lotsOfLine } from '#contracts/bag-labels.ts';
import type { Label } from '#contracts/labels.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Db } from '#server/database/schema.ts';
import { listLots } from './labels.store.ts';
import { loadOrders } from './order-details.ts';

export type Labels = ReturnType<typeof createLabels>;

export function createLabels({ db, siteUrl }: { db: Db; siteUrl(): string }) {
  return { list };

  async function list(ids: number[]): Promise<{ data: Label[] }> {
    const orders = await loadOrders(db, ids, 'staff');
    const lots = await listLots(db, [...new Set(orders.flatMap(lotIdsOf))]);
    return { data: orders.flatMap((order) => labelsOf(order, lots)) };
  }

  function labelsOf({ id, lines }: Order, lots: Awaited<ReturnType<typeof listLots>>): Label[] {
    const bagged = lines.flatMap((line) =>
      lotsOfLine(line).flatMap(({ lot, pounds }) =>
        bagsFor(pounds).map((bag) => ({ hop: line.name, pounds: bag, lot: lot ? lots.get(lot.id) : undefined })),
      ),
    );
    return bagged.map(({ lot, ...bag }, index) => ({
      ...bag,
      order_id: id,
      bag: index + 1,
      bags: bagged.length,
      lot: lot ? { ...withoutId(lot), url: siteUrl() + pagePaths.lot(lot.number) } : null,
    }));
  }
}

const lotIdsOf = ({ lines }: Order): number[] =>
  lines.flatMap((line) => lotsOfLine(line).flatMap(({ lot }) => lot?.id ?? []));

const withoutId = <T extends { id: number }>({ id: _, ...others }: T): Omit<T, 'id'> => others;
