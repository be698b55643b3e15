// The products the farm sells: public reads and staff edits.
import type { FirstProduct } from '#content/first-products.ts';
import type { Person } from '#contracts/accounts.ts';
import type { Product, ProductDraft, ProductRevision } from '#contracts/catalog.ts';
import { farmDay } from '#contracts/dates.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import type { LotOnSale } from '#contracts/lots.ts';
import { formatDollars, toCents } from '#contracts/money.ts';
import { describeTier, type PriceTier } from '#contracts/price-tiers.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as store from './catalog.store.ts';
import * as lots from './lots.store.ts';
import { slugFor } from './slug.ts';
import * as stock from './stock.store.ts';

export type Catalog = ReturnType<typeof createCatalog>;

type Deps = {
  database: Database;
  media: Media;
  audit: AuditWriter;
  now: Clock;
  /** What buyers reserved of its harvests, and is not weighed yet. */
  reservedPounds(tx: Db, product_id: number): Promise<number>;
};
type Change = { picture: Upload | undefined; actor: Person };

export function createCatalog({ database, media, audit, now, reservedPounds }: Deps) {
  const { db, transaction } = database;
  return { list, listWithLots, findBySlug, add, revise, withdraw, seed };

  async function list() {
    const [products, onSale] = await Promise.all([store.listAll(db), lots.listOnSale(db)]);
    return { data: products.map((product) => withLots(product, onSale)) };
  }

  async function listWithLots() {
    const [products, current, onSale] = await Promise.all([
      store.listAll(db),
      lots.listCurrent(db),
      lots.listOnSale(db),
    ]);
    const data = products.map((product) => ({ ...withLots(product, onSale), lot: current.get(product.id) ?? null }));
    return { data, today: farmDay(now().toISOString()) };
  }

  async function findBySlug(slug: string) {
    const product = requireProduct(await store.findBySlug(db, slug.toLowerCase()));
    const [lot, onSale] = await Promise.all([lots.findCurrent(db, product.id), lots.listOnSale(db, product.id)]);
    return { data: { ...withLots(product, onSale), lot: lot ?? null } };
  }

  async function add(draft: ProductDraft, { picture, actor }: Change) {
    rejectDearTiers(draft, []);
    const image_url = (await media.chosenPicture({ picture, stored_image: draft.stored_image }, 'products')) ?? null;
    const details = { ...productDetails(draft), image_url, stock: draft.stock, created_at: now().toISOString() };
    return {
      data: await transaction(['products', 'product-names'], async (tx) => {
        const id = await insertAtFreeSlug(tx, details);
        if (image_url) await media.requirePicture(tx, image_url);
        await store.replaceTiers(tx, id, draft.tiers ?? []);
        const added = requireProduct(await store.find(tx, id));
        await stock.openLedger(tx, { ...ledgerEntry(id, actor), stock: added.stock });
        await audit.record(tx, { actor, action: 'product added', subject: added.name, subject_id: id });
        return added;
      }),
    };
  }

  async function revise(id: number, draft: ProductRevision, { picture, actor }: Change) {
    requireProduct(await store.find(db, id));
    const image_url = await media.chosenPicture({ picture, stored_image: draft.stored_image }, 'products');
    return {
      data: await transaction(['products', 'product-names'], async (tx) => {
        const current = requireProduct(await store.lock(tx, id));
        const { stock: counted, stock_seen: seen = current.stock, version = current.version } = draft;
        if (!(await stock.setCounted(tx, { ...ledgerEntry(id, actor), seen, stock: counted })))
          throw conflict(`Stock is now ${formatPounds(current.stock)}, not ${seen}. Nothing was saved.`, current);
        if (image_url) await media.requirePicture(tx, image_url);
        const details = { ...productDetails(draft), ...(image_url && { image_url }) };
        if (!(await store.revise(tx, { id, version }, details)))
          throw conflict('Someone else changed this product. Nothing was saved.', current);
        rejectDearTiers(draft, current.tiers);
        if (draft.tiers) await store.replaceTiers(tx, id, draft.tiers);
        const revised = requireProduct(await store.find(tx, id));
        await audit.record(tx, { actor, action: 'product revised', subject: revised.name, subject_id: id });
        return revised;
      }),
    };
  }

  async function withdraw(id: number, actor: Person) {
    await transaction(['products', 'product-names'], async (tx) => {
      const removed = await store.remove(tx, id, now().toISOString());
      if (!removed) throw notFound(NOT_FOUND);
      // Without the product, they could not be weighed.
      const reserved = await reservedPounds(tx, id);
      if (reserved > 0)
        throw conflict(`Buyers have reserved ${formatPounds(reserved)} of its harvest. Weigh or refund that first.`);
      await audit.record(tx, { actor, action: 'product withdrawn', subject: removed.name, subject_id: id });
    });
    return { message: 'The product was deleted.' };
  }

  /** The products of a new shop, inserted in the seeding transaction. */
  async function seed(tx: Db, products: (FirstProduct & { image_url: string })[]) {
    for (const { picture: _, ...product } of products) {
      const id = await store.insert(tx, { ...product, created_at: now().toISOString() });
      if (id === undefined) throw new Error(`Two first products have the slug ${product.slug}.`);
      await stock.openLedger(tx, { ...ledgerEntry(id, undefined), stock: product.stock });
    }
  }

  function ledgerEntry(product_id: number, actor: Person | undefined) {
    return { product_id, account_id: actor?.id ?? null, at: now().toISOString() };
  }
}

const NOT_FOUND = 'Product not found.';

function requireProduct(product: Product | undefined): Product {
  if (!product) throw notFound(NOT_FOUND);
  return product;
}

function withLots(product: Product, onSale: Map<number, LotOnSale[]>): Product {
  const lots_on_sale = onSale.get(product.id);
  return lots_on_sale ? { ...product, lots_on_sale } : product;
}

type WithoutSlug = Omit<Parameters<typeof store.insert>[1], 'slug'>;

/** Inserts and retries on conflict: checking for a free slug first would race with concurrent inserts. */
async function insertAtFreeSlug(tx: Db, product: WithoutSlug): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const id = await store.insert(tx, { ...product, slug: slugFor(product.name, attempt) });
    if (id !== undefined) return id;
  }
}

/** Tiers fall in price, so only the first one can cost as much as a single pound. Without new tiers, the price is what is wrong. */
function rejectDearTiers({ price, tiers }: ProductDraft, current: PriceTier[]): void {
  const [first] = tiers ?? current;
  if (!first || first.price < price) return;
  if (tiers) throw invalid({ 'tiers.0.price': [`Price must be less than $${formatDollars(price)}.`] });
  throw invalid({ price: [`Price must be more than ${describeTier(first)}.`] });
}

/** Everything but the slug, which stays when the name changes: links and search engines rely on it. */
function productDetails({
  name,
  type,
  flavor,
  alpha_acid,
  beta_acid,
  total_oil,
  aromas,
  description,
  price,
}: ProductDraft) {
  return {
    name,
    type,
    flavor: flavor || null,
    alpha_acid,
    beta_acid,
    total_oil,
    aromas,
    description,
    price_cents: toCents(price),
  };
}
