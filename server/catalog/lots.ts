// Harvest lots of a product: the lab results of each, and which lot is currently sold. Every change locks the product
// first, as an order does, so an order gets the lot that is current when its pounds are held.
import type { SampleLot } from '#content/sample-lots.ts';
import type { Person } from '#contracts/accounts.ts';
import type { Product } from '#contracts/catalog.ts';
import { farmDay, farmYear } from '#contracts/dates.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import type { LotDraft, LotRevision, ManagedLot, NewLot } from '#contracts/lots.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { conflict, type FieldErrors, invalid, notFound } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as products from './catalog.store.ts';
import * as store from './lots.store.ts';
import * as stock from './stock.store.ts';

export type Lots = ReturnType<typeof createLots>;

type Deps = { database: Database; media: Media; audit: AuditWriter; now: Clock };
type Change = { certificate: Upload | undefined; actor: Person };

export function createLots({ database, media, audit, now }: Deps) {
  const { db, transaction } = database;
  return { listForProduct, add, revise, setCurrent, remove, seed };

  async function listForProduct(product_id: number) {
    const [product, lots] = await Promise.all([products.find(db, product_id), store.listNewestFirst(db, product_id)]);
    return withLoosePounds(lots, requireProduct(product));
  }

  async function add(product_id: number, { stock: pounds = 0, ...draft }: NewLot, { certificate, actor }: Change) {
    requireProduct(await products.find(db, product_id));
    requirePlausibleDates(draft, now());
    const certificateName = certificate ? await media.saveCertificate(certificate) : null;
    return {
      data: await transaction(['products'], async (tx) => {
        requireProduct(await products.lock(tx, product_id));
        await requireFreeNumber(tx, { ...draft, product_id });
        const id = await store.insert(tx, {
          ...draft,
          product_id,
          certificate: certificateName,
          current_since: null,
          created_at: now().toISOString(),
        });
        const harvest = { product_id, lot_id: id, pounds, kind: 'harvest', note: '' } as const;
        if (pounds > 0) await stock.adjust(tx, { ...harvest, ...entryBy(actor) });
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
    const certificateChange = certificate
      ? { certificate: await media.saveCertificate(certificate) }
      : without_certificate && { certificate: null };
    return {
      data: await transaction(['products'], async (tx) => {
        const current = await lockLot(tx, id);
        // Older lots of two hops may share a number, and keep it.
        if (draft.number.toLowerCase() !== current.number.toLowerCase())
          await requireFreeNumber(tx, { ...draft, id, product_id: current.product_id });
        const revised = await store.revise(
          tx,
          { id, version: seen ?? current.version },
          { ...draft, ...certificateChange },
        );
        if (!revised) throw conflict('Someone else changed this lot. Nothing was saved.', current);
        await audit.record(tx, { actor, action: 'lot revised', subject: draft.number, subject_id: id });
        return requireLot(await store.find(tx, id));
      }),
    };
  }

  async function setCurrent(product_id: number, id: number | null, actor: Person) {
    return transaction(['products'], async (tx) => {
      const product = requireProduct(await products.lock(tx, product_id));
      if (!(await store.setCurrent(tx, { product_id, id, at: now().toISOString() }))) throw notFound(NOT_FOUND);
      if (id !== null && (await store.noteCurrent(tx, product_id)))
        await stock.adoptLoose(tx, { product_id, lot_id: id, ...entryBy(actor) });
      const lot = id === null ? undefined : await store.find(tx, id);
      const entry = lot
        ? ({ action: 'lot made current', subject: lot.number, subject_id: lot.id } as const)
        : ({ action: 'no lot made current', subject: product.name, subject_id: product_id } as const);
      await audit.record(tx, { actor, ...entry });
      return withLoosePounds(await store.listNewestFirst(tx, product_id), product);
    });
  }

  async function remove(id: number, actor: Person) {
    return transaction(['products'], async (tx) => {
      const lot = await lockLot(tx, id);
      const orders = lot.orders === 1 ? '1 order' : `${lot.orders} orders`;
      if (lot.orders > 0) throw conflict(`Lot ${lot.number} is in ${orders} and cannot be deleted.`, lot);
      if (lot.stock > 0)
        throw conflict(
          `Lot ${lot.number} still has ${formatPounds(lot.stock)}. Write them off or move them first.`,
          lot,
        );
      await store.remove(tx, id);
      await audit.record(tx, { actor, action: 'lot deleted', subject: lot.number, subject_id: id });
      return { message: 'The lot was deleted.' };
    });
  }

  /** Sample lots for trying out the shop, inserted in the seeding transaction. */
  async function seed(tx: Db, samples: SampleLot[]) {
    for (const { slug, ...sample } of samples) {
      const product = await products.findBySlug(tx, slug);
      // The owner may have replaced the seeded products.
      if (!product) continue;
      const { id: product_id, alpha_acid, beta_acid, total_oil } = product;
      const at = now().toISOString();
      const lot_id = await store.insert(tx, {
        ...sample,
        alpha_acid,
        beta_acid,
        total_oil,
        product_id,
        certificate: null,
        current_since: at,
        created_at: at,
      });
      await stock.openLot(tx, { product_id, lot_id });
    }
  }

  function entryBy(actor: Person) {
    return { account_id: actor.id, at: now().toISOString() };
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

function withLoosePounds(lots: ManagedLot[], { stock: pounds }: Product) {
  return { data: lots, pounds_without_lot: lots.reduce((rest, lot) => rest - lot.stock, pounds) };
}

/** Reads the lot again after locking its product: it may have changed while waiting for the lock. */
async function lockLot(tx: Db, id: number): Promise<ManagedLot> {
  const { product_id } = requireLot(await store.find(tx, id));
  requireProduct(await products.lock(tx, product_id));
  return requireLot(await store.find(tx, id));
}

/** A bag's label names one lot, so its number is unique in the shop. */
async function requireFreeNumber(tx: Db, lot: { product_id: number; number: string; id?: number }): Promise<void> {
  const owner = await store.findNumberOwner(tx, lot);
  if (!owner) return;
  const hop = owner.product_id === lot.product_id ? 'This product' : owner.name;
  throw invalid({ number: [`${hop} already has a lot ${lot.number}.`] });
}

function requirePlausibleDates({ harvest_year, tested_on }: LotDraft, now: Date): void {
  const errors: FieldErrors = {};
  if (harvest_year > Number(farmYear(now))) errors.harvest_year = ['Harvest Year cannot be in the future.'];
  if (tested_on > farmDay(now.toISOString())) errors.tested_on = ['Tested On cannot be in the future.'];
  // A lab may test a week before the harvest, but not a year before.
  else if (!errors.harvest_year && Number(tested_on.slice(0, 4)) < harvest_year)
    errors.tested_on = ['Tested On cannot be before the harvest year.'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
