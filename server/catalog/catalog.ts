// What the farm sells: shown to everyone, kept up by staff.
import type { FirstProduct } from '#content/first-products.ts';
import type { Person } from '#contracts/accounts.ts';
import type { Product, ProductDraft, ProductRevision } from '#contracts/catalog.ts';
import { pounds } from '#contracts/hop-format.ts';
import { centsOf } from '#contracts/money.ts';
import type { Notes } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as store from './catalog.store.ts';
import * as lots from './lots.store.ts';
import { slugFor } from './slug.ts';
import * as stock from './stock.store.ts';

export type Catalogue = ReturnType<typeof createCatalogue>;

type Parts = { database: Database; media: Media; audit: Notes; now: Clock };
type Work = { picture: Upload | undefined; actor: Person };

export function createCatalogue({ database, media, audit, now }: Parts) {
  const { db, change } = database;
  return { all, product, add, revise, withdraw, firstFill };

  async function all() {
    return { data: await store.allInOrder(db) };
  }

  async function product(slug: string) {
    const shown = found(await store.findBySlug(db, slug.toLowerCase()));
    return { data: { ...shown, lot: (await lots.currentOf(db, shown.id)) ?? null } };
  }

  async function add(draft: ProductDraft, { picture, actor }: Work) {
    const image_url = picture ? await media.keep(picture, 'products') : null;
    const details = { ...detailsOf(draft), image_url, stock: draft.stock, created_at: now().toISOString() };
    return {
      data: await change(['products'], async (tx) => {
        const added = await insertAtFreeSlug(tx, details);
        await stock.open(tx, { ...lineFor(added.id, actor), stock: added.stock });
        await audit.note(tx, { actor, action: 'product added', subject: added.name, subject_id: added.id });
        return added;
      }),
    };
  }

  async function revise(id: number, draft: ProductRevision, { picture, actor }: Work) {
    found(await store.find(db, id));
    const image = picture ? { image_url: await media.keep(picture, 'products') } : {};
    return {
      data: await change(['products'], async (tx) => {
        const current = found(await store.take(tx, id));
        const { stock: counted, stock_seen: seen = current.stock, version = current.version } = draft;
        if (!(await stock.setByHand(tx, { ...lineFor(id, actor), seen, stock: counted })))
          throw conflict(`There are ${pounds(current.stock)} in stock now, not ${seen}. Nothing was saved.`, current);
        const revised = await store.revise(tx, { id, version }, { ...detailsOf(draft), ...image });
        if (!revised) throw conflict('Somebody changed this product meanwhile. Nothing was saved.', current);
        await audit.note(tx, { actor, action: 'product revised', subject: revised.name, subject_id: id });
        return revised;
      }),
    };
  }

  async function withdraw(id: number, actor: Person) {
    await change(['products'], async (tx) => {
      const removed = await store.remove(tx, id, now().toISOString());
      if (!removed) throw notFound(MISSING);
      await audit.note(tx, { actor, action: 'product withdrawn', subject: removed.name, subject_id: id });
    });
    return { message: 'The product was deleted.' };
  }

  /** What an empty shop sells, written in the transaction that fills it. */
  async function firstFill(tx: Db, products: (FirstProduct & { image_url: string })[]) {
    for (const { picture: _, ...product } of products) {
      const { id, stock: opening } = found(await store.insert(tx, { ...product, created_at: now().toISOString() }));
      await stock.open(tx, { ...lineFor(id, undefined), stock: opening });
    }
  }

  function lineFor(product_id: number, actor: Person | undefined) {
    return { product_id, account_id: actor?.id ?? null, at: now().toISOString() };
  }
}

const MISSING = 'Product not found.';

function found(product: Product | undefined): Product {
  if (!product) throw notFound(MISSING);
  return product;
}

type Unplaced = Omit<Parameters<typeof store.insert>[1], 'slug'>;

/** Asking first which slug is free would lose to somebody who adds one at the same moment. */
async function insertAtFreeSlug(tx: Db, product: Unplaced): Promise<Product> {
  for (let attempt = 1; ; attempt += 1) {
    const added = await store.insert(tx, { ...product, slug: slugFor(product.name, attempt) });
    if (added) return added;
  }
}

/** Not the slug: links and search engines know the product by it, so it stays when the name changes. */
function detailsOf({ name, type, flavor, alpha_acid, beta_acid, total_oil, aromas, description, price }: ProductDraft) {
  const figures = { alpha_acid, beta_acid, total_oil };
  return { name, type, flavor: flavor || null, ...figures, aromas, description, price_cents: centsOf(price) };
}
