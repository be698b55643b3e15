// Sessions: the browser gets a random token; we store its hash.
import type { Account, Person } from '#contracts/accounts.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { isStorageFull } from '#server/http/storage-full.ts';
import { notFound } from '#server/http-errors.ts';
import { hashToken, newToken } from '#server/secret-token.ts';
import * as store from './sessions.store.ts';

export type Sessions = ReturnType<typeof createSessions>;
/** Where a request comes from: subnet and a short description of the browser. */
export type Client = { address: string; device: string };

const ABSOLUTE_DAYS = 14;
const IDLE_DAYS = 3;
/** Last use is recorded at most this often, to avoid a write on every read. */
const TOUCH_INTERVAL_MS = 3_600_000;
/** Ended sessions are kept this long as a record of the addresses an account was used from. */
const RETENTION_DAYS = 90;

type Deps = { database: Database; audit: AuditWriter; now: Clock; requireTwoFactor?: boolean };

export function createSessions({ database, audit, now, requireTwoFactor = false }: Deps) {
  const { db, transaction } = database;
  return { open, end, endAll, isOpen, authenticate, list, endById, endOthers, cleanUp };

  async function open(tx: Db, accountId: number, { address, device }: Client): Promise<string> {
    const token = newToken();
    await store.insert(tx, {
      token_hash: hashToken(token),
      account_id: accountId,
      address,
      device,
      created_at: now().toISOString(),
      used_at: now().toISOString(),
      expires_at: daysFromNow(ABSOLUTE_DAYS),
    });
    return token;
  }

  /** For what must not be done with a session that ended after its request came in. */
  async function isOpen(tx: Db, token: string | undefined): Promise<boolean> {
    return token !== undefined && (await store.find(tx, hashToken(token), activeAt())) !== undefined;
  }

  async function authenticate(token: string): Promise<Account | undefined> {
    const session = await store.find(db, hashToken(token), activeAt());
    if (!session) return undefined;
    const { used_at, two_factor_since, ...person } = session;
    if (!used_at || Date.parse(used_at) < now().getTime() - TOUCH_INTERVAL_MS) await touch(token);
    const must_set_up_two_factor = requireTwoFactor && person.staff_role !== null && two_factor_since === null;
    return { ...person, must_set_up_two_factor };
  }

  /** Ignores a full disk, so staff can still view everything. */
  async function touch(token: string): Promise<void> {
    try {
      await transaction([], (tx) => store.touch(tx, hashToken(token), now().toISOString()));
    } catch (error) {
      if (!isStorageFull(error)) throw error;
    }
  }

  /** Ends the session but keeps the row: see hasUsedDevice in the store. */
  async function end(token: string): Promise<void> {
    await transaction([], (tx) => store.end(tx, hashToken(token), now().toISOString()));
  }

  async function endAll(tx: Db, accountId: number): Promise<void> {
    await store.endAll(tx, accountId, now().toISOString());
  }

  /** Active sessions of a person; `token` marks the current one. */
  async function list({ id }: Person, token: string | undefined) {
    const rows = await store.listActive(db, id, activeAt());
    const currentHash = token && hashToken(token);
    return {
      data: rows.map(({ token_hash, ...row }) => ({
        ...row,
        id: publicId(token_hash),
        current: token_hash === currentHash,
      })),
    };
  }

  async function endById(person: Person, id: string) {
    await transaction([], async (tx) => {
      const session = (await store.listActive(tx, person.id, activeAt())).find(
        (each) => publicId(each.token_hash) === id,
      );
      if (!session) throw notFound('This session has already ended.');
      await store.end(tx, session.token_hash, now().toISOString());
      await audit.record(tx, { actor: person, action: 'session ended', subject: session.device });
    });
    return { message: 'Logged out on that device.' };
  }

  async function endOthers(person: Person, token: string | undefined) {
    await transaction([], async (tx) => {
      if (await store.endAll(tx, person.id, now().toISOString(), token && hashToken(token)))
        await audit.record(tx, { actor: person, action: 'all other sessions ended', subject: person.email });
    });
    return { message: 'Logged out everywhere else.' };
  }

  async function cleanUp(): Promise<void> {
    await transaction([], (tx) => store.removeExpired(tx, daysFromNow(-RETENTION_DAYS)));
  }

  function activeAt() {
    return { now: now().toISOString(), idleSince: daysFromNow(-IDLE_DAYS) };
  }

  function daysFromNow(days: number): string {
    return new Date(now().getTime() + days * 86_400_000).toISOString();
  }
}

/** Public session id: a prefix of the hash of a random token, so it grants no access. */
const publicId = (token_hash: string) => token_hash.slice(0, 16);
