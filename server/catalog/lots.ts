// Harvest batches of a product: what the lab found in each, and which one is sold now. Whoever changes a lot takes its
// product first, as an order does: so each order gets the lot that is current when its pounds are held.
import type { SampleLot } from '#content/sample-lots.ts';
import type { Person } from '#contracts/accounts.ts';
import type { Product } from '#contracts/catalog.ts';
import { farmDay, farmYear } from '#contracts/dates.ts';
import type { LotDraft, LotRevision, ManagedLot } from '#contracts/lots.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { conflict, type FieldErrors, invalid, notFound } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as products from './catalog.store.ts';
import * as store from './lots.store.ts';

export type Lots = ReturnType<typeof createLots>;

type Parts = { database: Database; media: Media; audit: AuditWriter; now: Clock };
type Change = { certificate: Upload | undefined; actor: Person };

export function createLots({ database, media, audit, now }: Parts) {
  const { db, transaction } = database;
  return { listForProduct, add, revise, setCurrent, remove, seed };

  async function listForProduct(product_id: number) {
    requireProduct(await products.find(db, product_id));
    return { data: await store.listNewestFirst(db, product_id) };
  }

  async function add(product_id: number, draft: LotDraft, { certificate, actor }: Change) {
    requireProduct(await products.find(db, product_id));
    requirePlausibleDates(draft, now());
    const kept = certificate ? await media.saveCertificate(certificate) : null;
    return {
      data: await transaction([], async (tx) => {
        requireProduct(await products.lock(tx, product_id));
        await requireFreeNumber(tx, { ...draft, product_id });
        const fresh = { product_id, certificate: kept, current_since: null, created_at: now().toISOString() };
        const id = await store.insert(tx, { ...draft, ...fresh });
        await audit.record(tx, { actor, action: 'lot added', subject: draft.number, subject_id: id });
        return requireLot(await store.find(tx, id));
      }),
    };
  }

  async function revise(
    id: number,
    { version: seen, without_certificate, ...draft }: LotRevision,
    { certificate, actor }: Change,
  ) {
    requireLot(await store.find(db, id));
    requirePlausibleDates(draft, now());
    const kept = certificate
      ? { certificate: await media.saveCertificate(certificate) }
      : without_certificate && { certificate: null };
    return {
      data: await transaction(['products'], async (tx) => {
        const current = await lockLot(tx, id);
        await requireFreeNumber(tx, { ...draft, id, product_id: current.product_id });
        const revised = await store.revise(tx, { id, version: seen ?? current.version }, { ...draft, ...kept });
        if (!revised) throw conflict('Somebody changed this lot meanwhile. Nothing was saved.', current);
        await audit.record(tx, { actor, action: 'lot revised', subject: draft.number, subject_id: id });
        return requireLot(await store.find(tx, id));
      }),
    };
  }

  async function setCurrent(product_id: number, id: number | null, actor: Person) {
    return {
      data: await transaction(['products'], async (tx) => {
        const { name } = requireProduct(await products.lock(tx, product_id));
        if (!(await store.setCurrent(tx, { product_id, id, at: now().toISOString() }))) throw notFound(NOT_FOUND);
        const lot = id === null ? undefined : await store.find(tx, id);
        const done = lot
          ? ({ action: 'lot made current', subject: lot.number, subject_id: lot.id } as const)
          : ({ action: 'no lot made current', subject: name, subject_id: product_id } as const);
        await audit.record(tx, { actor, ...done });
        return store.listNewestFirst(tx, product_id);
      }),
    };
  }

  async function remove(id: number, actor: Person) {
    return transaction(['products'], async (tx) => {
      const lot = await lockLot(tx, id);
      const orders = lot.orders === 1 ? '1 order' : `${lot.orders} orders`;
      if (lot.orders > 0) throw conflict(`Lot ${lot.number} is in ${orders}: it cannot be deleted.`, lot);
      await store.remove(tx, id);
      await audit.record(tx, { actor, action: 'lot deleted', subject: lot.number, subject_id: id });
      return { message: 'The lot was deleted.' };
    });
  }

  /** Samples for a shop that is tried out, written in the transaction that fills it. */
  async function seed(tx: Db, samples: SampleLot[]) {
    for (const { slug, ...sample } of samples) {
      const product = await products.findBySlug(tx, slug);
      // An owner who sells other hops from the start need not think of samples.
      if (!product) continue;
      const { id: product_id, alpha_acid, beta_acid, total_oil } = product;
      const at = now().toISOString();
      const fresh = { product_id, certificate: null, current_since: at, created_at: at };
      await store.insert(tx, { ...sample, alpha_acid, beta_acid, total_oil, ...fresh });
    }
  }
}

const NOT_FOUND = 'Lot not found.';

function requireProduct(product: Product | undefined): Product {
  if (!product) throw notFound('Product not found.');
  return product;
}

function requireLot(lot: ManagedLot | undefined): ManagedLot {
  if (!lot) throw notFound(NOT_FOUND);
  return lot;
}

/** Read again when the product is taken: what stood there before may have been changed while this waited. */
async function lockLot(tx: Db, id: number): Promise<ManagedLot> {
  const { product_id } = requireLot(await store.find(tx, id));
  requireProduct(await products.lock(tx, product_id));
  return requireLot(await store.find(tx, id));
}

async function requireFreeNumber(tx: Db, lot: Parameters<typeof store.isNumberTaken>[1]): Promise<void> {
  if (await store.isNumberTaken(tx, lot)) throw invalid({ number: [`This product has a lot ${lot.number} already.`] });
}

function requirePlausibleDates({ harvest_year, tested_on }: LotDraft, now: Date): void {
  const errors: FieldErrors = {};
  if (harvest_year > Number(farmYear(now))) errors.harvest_year = ['Harvest Year cannot be in the future.'];
  if (tested_on > farmDay(now.toISOString())) errors.tested_on = ['Tested On cannot be in the future.'];
  // A lab may test a week before the harvest, but not the year before.
  else if (!errors.harvest_year && Number(tested_on.slice(0, 4)) < harvest_year)
    errors.tested_on = ['Tested On cannot be before the year of the harvest.'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
