// What a card pays for. Charges know no order and no invoice: each kind registers what differs as a purpose.
import type { PaymentResponse } from '#contracts/orders.ts';
import type { Shop } from '#server/context.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import type { Db } from '#server/database/schema.ts';
import type { Attempt } from '#server/rate-limits/rate-limits.ts';
import type { RefundRow } from './charge-refunds.store.ts';
import type { Charge } from './charges.store.ts';
import type { CardProvider } from './providers/provider.ts';
import type { CopyGuard } from './shop-copy.ts';

/** What the payer gets besides the outcome: the link to an order, or nothing. */
export type Receipt = Pick<PaymentResponse, 'order'>;
/** Why nothing was charged, with the HTTP status of the response. */
export type Refusal = { text: string; status: number };

export type Purpose = {
  /** Cache tags of what is given back if nothing was taken, or all of it was given back. */
  tags: CacheTag[];
  receipt(db: Db, charge: Charge): Promise<Receipt>;
  /** The card is authorized. A refusal if what it pays for is gone: then it is voided. */
  authorized(shop: ChargeShop, tx: Db, charge: Charge): Promise<Refusal | undefined>;
  /** The money is captured. */
  paid(shop: ChargeShop, tx: Db, charge: Charge): Promise<void>;
  /** Nothing was captured. `tellByEmail`: the payer was told that it is pending, or got no response at all. */
  failed(shop: ChargeShop, tx: Db, charge: Charge, failure: Refusal & { tellByEmail: boolean }): Promise<void>;
  /** Locks what a refund changes, before its row. */
  lock(tx: Db, charge: Charge): Promise<void>;
  /** The provider has paid it back, so it may not refuse. */
  refunded(shop: ChargeShop, tx: Db, refund: RefundRow, charge: Charge): Promise<void>;
  /** `holds`: the money has an owner. `countedAs`: what says that it is paid, for the sweep's alert. */
  claim(db: Db, charge: Charge): Promise<{ holds: boolean; countedAs?: string | undefined }>;
};

/** The shop as everything that moves money sees it. */
export type ChargeShop = Pick<Shop, 'database' | 'now' | 'outbox' | 'audit' | 'rateLimits' | 'sender' | 'report'> & {
  provider: CardProvider | undefined;
  /** False with PAYMENTS=off: what is open is settled, but there are no new charges. */
  acceptsPayments: boolean;
  copyGuard: CopyGuard;
  purposes: Record<Charge['purpose'], Purpose>;
  /** Prefixes our references at the provider. */
  shopId(): Promise<string>;
  /** Payments running in this process: a second click waits for the first. */
  inFlight: Map<string, { requestHash: string; response: Promise<PaymentResponse> }>;
  /** Of the limit on declined cards. */
  unreturned: Attempt[];
};

export const timeIn = ({ now }: Pick<ChargeShop, 'now'>, ms: number): string =>
  new Date(now().getTime() + ms).toISOString();
