// The states of a charge: open, approved, captured; declined or voided if nothing was taken. Each move is one transaction with
// what follows from it. In each the charge's row comes first: if another process has moved it, nothing happens.
import { randomUUID } from 'node:crypto';
import type { Db } from '#server/database/schema.ts';
import * as store from './charges.store.ts';
import type { Payment } from './providers/provider.ts';
import { type ChargeShop, type Refusal, timeIn } from './purpose.ts';

/** The reconciler looks at a charge after this time, which is longer than a checkout may take. */
export const CHECK_AFTER_MS = 45_000;

export type NewCharge = Omit<store.NewCharge, 'key' | 'created_at' | 'next_check_at'>;

export function open(shop: Pick<ChargeShop, 'now'>, tx: Db, charge: NewCharge): Promise<store.Charge> {
  const times = { created_at: timeIn(shop, 0), next_check_at: timeIn(shop, CHECK_AFTER_MS) };
  return store.insert(tx, { ...charge, ...times, key: randomUUID() });
}

/** From here on the charge is rolled forward. False if it is not open any more, or what it pays for is gone. */
export async function approve(shop: ChargeShop, charge: store.Charge, payment: Payment): Promise<boolean> {
  const { id } = charge;
  const approved = { payment_id: payment.id, card: payment.card };
  let refusal: Refusal | undefined;
  const moved = await moveFirst(shop, [], async (tx) => {
    const [hasMoved, authorized] = await Promise.allSettled([
      store.move(tx, { id, from: 'open', to: 'approved', ...approved, next_check_at: timeIn(shop, CHECK_AFTER_MS) }),
      purposeOf(shop, charge).authorized(shop, tx, { ...charge, ...approved }),
    ]);
    refusal = judge(hasMoved, authorized);
    if (refusal) await store.move(tx, { id, from: 'approved', ...voided(refusal), payment_id: null, card: null });
  });
  return moved && !refusal;
}

/** The money is captured. False if another process has said so before. */
export function capture(shop: ChargeShop, charge: store.Charge): Promise<boolean> {
  return moveFirst(shop, [], async (tx) => {
    const [hasMoved, paid] = await Promise.allSettled([
      store.move(tx, { id: charge.id, from: 'approved', to: 'captured', next_check_at: null }),
      purposeOf(shop, charge).paid(shop, tx, charge),
    ]);
    judge(hasMoved, paid);
  });
}

export type Failure = Refusal & {
  is: 'declined' | 'voided';
  /** The side of the commit on which it failed: a committed charge is never rolled back. */
  from: 'open' | 'approved';
  tellByEmail: boolean;
};

/** Nothing was captured. False if another process has moved it before. */
export function fail(shop: ChargeShop, charge: store.Charge, failure: Failure): Promise<boolean> {
  const { text, status, is, from, tellByEmail } = failure;
  const purpose = purposeOf(shop, charge);
  return moveFirst(shop, purpose.tags, async (tx) => {
    const [hasMoved, failed] = await Promise.allSettled([
      store.move(tx, { id: charge.id, from, ...voided({ text, status }), to: is }),
      purpose.failed(shop, tx, { ...charge, state: from }, { text, status, tellByEmail }),
    ]);
    judge(hasMoved, failed);
  });
}

export const purposeOf = ({ purposes }: ChargeShop, { purpose }: Pick<store.Charge, 'purpose'>) => purposes[purpose];

const voided = ({ text, status }: Refusal) =>
  ({ to: 'voided', failure: text, failure_status: status, next_check_at: null }) as const;

class Overtaken extends Error {}

/** Both are sent together. Whether the charge was ours to move is judged before any other error. */
function judge<T>(hasMoved: PromiseSettledResult<boolean>, work: PromiseSettledResult<T>): T {
  if (hasMoved.status === 'rejected') throw hasMoved.reason;
  if (!hasMoved.value) throw new Overtaken();
  if (work.status === 'rejected') throw work.reason;
  return work.value;
}

async function moveFirst(
  { database }: ChargeShop,
  tags: Parameters<ChargeShop['database']['transaction']>[0],
  move: (tx: Db) => Promise<void>,
): Promise<boolean> {
  try {
    await database.transaction(tags, move);
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}
