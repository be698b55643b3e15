// Resale certificates of customers. A file is written before its row and deleted after it, by the hourly clean-up, so that a row
// always has its file, and one of an erased customer is gone soon.
import type { Person } from '#contracts/accounts.ts';
import { farmDay } from '#contracts/dates.ts';
import type { ResaleCertificate } from '#contracts/resale-certificates.ts';
import { countDays } from '#contracts/sales-range.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { invalid, notFound } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as customers from './customers.store.ts';
import * as store from './resale-certificates.store.ts';

export type ResaleCertificates = ReturnType<typeof createResaleCertificates>;

/** A file without a row that is younger may be an upload whose row is about to be written. */
const UPLOAD_MS = 60 * 60_000;

type Deps = {
  database: Database;
  media: Pick<Media, 'resaleCertificates'>;
  audit: AuditWriter;
  now: Clock;
  isBackupRunning(tx: Db): Promise<boolean>;
};
type Change = { expires_on: string; certificate: Upload | undefined; actor: Person };

export function createResaleCertificates({ database, media, audit, now, isBackupRunning }: Deps) {
  const { db, transaction } = database;
  const files = media.resaleCertificates;
  return { find, save, remove, open, cleanUp };

  async function find(id: number) {
    const [data] = await Promise.all([load(db, id), requireName(db, id)]);
    return { data };
  }

  async function load(tx: Db, id: number): Promise<ResaleCertificate | null> {
    const found = await store.find(tx, id);
    if (!found) return null;
    const { file: _, ...certificate } = found;
    return { ...certificate, days_left: daysBetween(farmDay(now().toISOString()), certificate.expires_on) };
  }

  async function save(id: number, { expires_on, certificate, actor }: Change) {
    await requireName(db, id);
    const uploaded_at = now().toISOString();
    const prefix = `${id}-${now().getTime()}`;
    const file = certificate && (await files.save(certificate, prefix));
    return transaction([], async (tx) => {
      const subject = await requireName(tx, id);
      if (file) await store.save(tx, { customer_id: id, file, expires_on, uploaded_at, account_id: actor.id });
      else if (await store.find(tx, id)) await store.setExpiry(tx, id, expires_on);
      else throw invalid({ certificate: ['Choose the PDF of the certificate.'] });
      await audit.record(tx, { actor, action: 'resale certificate stored', subject, subject_id: id });
      return { data: await load(tx, id) };
    });
  }

  function remove(id: number, actor: Person) {
    return transaction([], async (tx) => {
      const subject = await requireName(tx, id);
      if (!(await store.remove(tx, id))) throw notFound('There is no resale certificate.');
      await audit.record(tx, { actor, action: 'resale certificate removed', subject, subject_id: id });
      return { message: 'The resale certificate was removed.' };
    });
  }

  async function open(id: number) {
    const found = await store.find(db, id);
    const file = found && (await files.open(found.file));
    if (!file) throw notFound('There is no resale certificate.');
    return file;
  }

  /** Deletes files that no customer has any more, but none during a backup, which may be about to read it. */
  async function cleanUp(): Promise<void> {
    const stored = await files.list();
    if (stored.length === 0 || (await transaction([], isBackupRunning))) return;
    const used = new Set(await store.listFiles(db));
    const oldest = now().getTime() - UPLOAD_MS;
    for (const file of stored) if (!used.has(file) && uploadedAt(file) < oldest) await files.remove(file);
  }
}

async function requireName(db: Db, id: number): Promise<string> {
  const customer = await customers.find(db, id);
  if (!customer) throw notFound('Customer not found.');
  return customer.name;
}

const uploadedAt = (file: string): number => Number(/^\d+-(\d+)-/.exec(file)?.[1] ?? 0);

const daysBetween = (from: string, to: string): number => countDays({ from, to }) - 1;
