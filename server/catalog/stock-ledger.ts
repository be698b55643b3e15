// The stock ledger as staff read and write it.

import type { Person } from '#contracts/accounts.ts';
import { daysOfMonth, monthOf } from '#contracts/book-types.ts';
import { farmDay } from '#contracts/dates.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { MOVES_PER_PAGE, type StockMove } from '#contracts/stock.ts';
import { type StockEntry, type StockReason, signedPounds } from '#contracts/stock-kinds.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { timesOf } from '#server/farm-days.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import { alreadySent, claimKey } from '#server/idempotency/idempotency.ts';
import * as stock from './stock.store.ts';
import * as store from './stock-ledger.store.ts';

export type StockLedger = ReturnType<typeof createStockLedger>;

type Deps = { database: Database; audit: AuditWriter; now: Clock };
type Filter = { product?: number | undefined; month?: string | undefined; before?: number | undefined };
type Entry = {
  product_id: number;
  kind: StockEntry;
  pounds: number;
  note: string;
  key: string;
  lot_id?: number | undefined;
  to_lot_id?: number | undefined;
};
type MoveRow = Awaited<ReturnType<typeof store.list>>[number];

export function createStockLedger({ database: { db, transaction }, audit, now }: Deps) {
  return { list, enter };

  async function list({ product, month, before }: Filter) {
    const times = month === undefined ? undefined : timesOf(daysOfMonth(month));
    const [rows, firstAt] = await Promise.all([
      store.list(db, { product, times, before, limit: MOVES_PER_PAGE + 1 }),
      store.firstAt(db),
    ]);
    return {
      data: rows.slice(0, MOVES_PER_PAGE).map(toMove),
      more: rows.length > MOVES_PER_PAGE,
      first_month: monthOf(farmDay(firstAt ?? now().toISOString())),
    };
  }

  function enter(entry: Entry, actor: Person) {
    const { product_id, kind, pounds, note, key, lot_id, to_lot_id } = entry;
    return transaction(['products'], async (tx) => {
      const request = { product_id, kind, pounds, note, lot_id, to_lot_id };
      const isNew = await claimKey({ now }, tx, { scope: 'POST /api/stock-moves', key, request });
      const product = await store.lockProduct(tx, product_id);
      if (!product) throw notFound('Product not found.');
      const entered = await store.findByKey(tx, key);
      if (entered && isNew) throw alreadySent();
      if (entered) return { data: toMove(entered) };
      const from = await findLot(tx, entry.lot_id, product_id);
      await findLot(tx, entry.to_lot_id, product_id);
      if (!(await apply(tx, entry, actor)))
        throw conflict(
          from
            ? `Lot ${from.number} has only ${formatPounds(from.stock)}. Nothing was changed.`
            : entry.kind === 'move'
              ? `${product.name} has fewer pounds without a lot. Nothing was changed.`
              : `Only ${product.stock} lbs of ${product.name} are in stock. Nothing was changed.`,
        );
      await audit.record(tx, { actor, action: 'stock changed', subject: product.name, subject_id: product_id });
      const written = await store.findByKey(tx, key);
      if (!written) throw new Error('The stock move was not written.');
      return { data: toMove(written) };
    });
  }

  function apply(tx: Db, { kind, lot_id, to_lot_id, ...entry }: Entry, actor: Person): Promise<boolean> {
    const move = { ...entry, account_id: actor.id, at: now().toISOString() };
    if (kind === 'move') return stock.transfer(tx, { ...move, from: lot_id ?? null, to: to_lot_id ?? null });
    return stock.adjust(tx, { ...move, kind, lot_id, pounds: signedPounds(kind, entry.pounds) });
  }
}

async function findLot(tx: Db, id: number | undefined, product_id: number) {
  if (id === undefined) return undefined;
  const lot = await store.findLot(tx, { id, product_id });
  if (!lot) throw notFound('Lot not found.');
  return lot;
}

const toMove = ({ kind, reason, between_lots, ...move }: MoveRow): StockMove => ({
  ...move,
  reason: between_lots === 1 ? 'move' : (kind ?? reasons[reason]),
});

const reasons: Record<MoveRow['reason'], StockReason> = {
  opening: 'opening',
  'by hand': 'correction',
  hold: 'sale',
  release: 'release',
  refund: 'refund',
};
