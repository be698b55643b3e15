// Emails those who asked when a hop is back. A subscription is removed in the transaction that queues its email, so each gets
// one, whatever stops in between and however many instances run.
import type { Product } from '#contracts/catalog.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { backInStockEmail } from './alert-emails.ts';
import * as store from './subscriptions.store.ts';

const BATCH = 100;

type Deps = { database: Database; outbox: Outbox; sender(): Sender; listProducts(db: Db): Promise<Product[]> };

export async function announceBackInStock({ database, outbox, sender, listProducts }: Deps, isStopping: () => boolean) {
  while (!isStopping()) {
    const due = await store.listDue(database.db, BATCH);
    if (due.length > 0) await database.transaction([], (tx) => announce(tx, due));
    if (due.length < BATCH) return;
  }

  async function announce(tx: Db, due: number[]): Promise<void> {
    const byId = new Map((await listProducts(tx)).map((product) => [product.id, product]));
    const taken = await store.take(tx, due);
    const emails = taken.flatMap(({ product_id, ...subscriber }) => {
      const product = byId.get(product_id ?? 0);
      return product ? [backInStockEmail({ ...subscriber, ...product }, sender())] : [];
    });
    await outbox.queue(tx, ...emails);
  }
}
