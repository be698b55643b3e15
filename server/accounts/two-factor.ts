// A second factor for staff: a code from an app besides the password, and ten codes on paper for the day the phone is lost.
import { randomBytes } from 'node:crypto';
import { farm } from '#content/farm.ts';
import type { Person } from '#contracts/accounts.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { codeRequired, conflict, invalid } from '#server/http-errors.ts';
import type { Attempt, RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import * as accounts from './accounts.store.ts';
import * as sessionStore from './sessions.store.ts';
import { hashToken } from './sessions.ts';
import { matchingStep, STEP_SECONDS, toBase32 } from './totp.ts';
import * as store from './two-factor.store.ts';
import type { VerifyPassword } from './verify-password.ts';

export type TwoFactor = ReturnType<typeof createTwoFactor>;

const RECOVERY_CODES = 10;
const perAccountAndAddress: RateLimit = { name: 'codes of an account from an address', max: 5, minutes: 15 };
// Whoever guesses codes knows the password already, and needs some 300,000 guesses: a day's worth is kept far from that.
const perAccount: RateLimit = { name: 'codes of an account from new addresses', max: 20, minutes: 24 * 60 };

type Parts = { database: Database; limits: RateLimits; whoseIs: VerifyPassword; audit: AuditWriter; now: Clock };
type Here = { address: string; token: string | undefined };
type Shown = { code?: string | undefined; address: string };

export function createTwoFactor({ database, limits, whoseIs, audit, now }: Parts) {
  const { db, transaction } = database;
  return { status, startSetup, confirmSetup, disable, runVerified };

  async function status({ id }: Person) {
    const factor = await store.find(db, id);
    const since = factor?.confirmed_at ?? null;
    return { data: { since, recovery_codes_left: since ? await store.countRecoveryCodes(db, id) : 0 } };
  }

  /** The only time the secret is told. Wants the password: with a stolen session one could lock the owner out. */
  async function startSetup(person: Person, password: string, address: string) {
    await requirePassword(person, password, address);
    const secret = toBase32(randomBytes(20));
    if (!(await transaction([], (tx) => store.startSetup(tx, person.id, secret))))
      throw conflict('The second factor is on already.', undefined);
    return { data: { secret, link: otpauthUrl(person.email, secret) } };
  }

  async function confirmSetup(person: Person, code: string, { address, token }: Here) {
    const factor = await store.find(db, person.id);
    if (!factor || factor.confirmed_at) throw conflict('There is no second factor to confirm.', undefined);
    const counted = await countAttempt(person, address);
    const step = matchingStep(code, factor.secret, now());
    if (step === undefined) throw invalid({ code: ['This is not the code that the app shows now.'] });
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await transaction([], async (tx) => {
      await accounts.lockAccount(tx, person.id);
      if (!(await store.confirm(tx, person.id, factor.secret, now().toISOString())))
        throw conflict('The second factor was begun anew meanwhile.', undefined);
      await store.consumeStep(tx, person.id, step);
      await store.saveRecoveryCodes(tx, person.id, codes.map(hashToken));
      // Whoever came in with the password alone has to come in again.
      await sessionStore.endAll(tx, person.id, now().toISOString(), token && hashToken(token));
      await audit.record(tx, { actor: person, action: 'second factor switched on', ...auditSubject(person) });
    });
    await limits.undo(...counted);
    return { data: { recovery_codes: codes } };
  }

  async function disable(person: Person, { password, code }: { password: string; code: string }, address: string) {
    await requirePassword(person, password, address);
    const factor = await store.find(db, person.id);
    if (!factor?.confirmed_at) throw conflict('The second factor is off already.', undefined);
    const counted = await countAttempt(person, address);
    const done = await transaction([], async (tx) => {
      if (!(await consumeCode(tx, person.id, factor.secret, code))) return false;
      await store.remove(tx, person.id);
      await audit.record(tx, { actor: person, action: 'second factor switched off', ...auditSubject(person) });
      return true;
    });
    if (!done) throw invalid({ code: [WRONG_CODE] });
    await limits.undo(...counted);
    return { message: 'The second factor is off.' };
  }

  /** Does the work of a login, which holds the account, for somebody whose password was right, if their code is too, where they have one. */
  async function runVerified<T extends object>(person: Person, { code, address }: Shown, work: (tx: Db) => Promise<T>) {
    const factor = await store.find(db, person.id);
    if (!factor?.confirmed_at)
      return transaction([], async (tx) => {
        const done = await work(tx);
        if ((await store.find(tx, person.id))?.confirmed_at) throw codeRequired(ENTER_CODE);
        return done;
      });
    if (!code) throw codeRequired(ENTER_CODE);
    const counted = await countAttempt(person, address);
    const done = await transaction([], async (tx) =>
      (await consumeCode(tx, person.id, factor.secret, code)) ? work(tx) : undefined,
    );
    if (!done) throw codeRequired(WRONG_CODE);
    await limits.undo(...counted);
    return done;
  }

  /** Counted before the check, as tries of passwords are. */
  async function countAttempt({ id, email }: Person, address: string): Promise<Attempt[]> {
    const known = await sessionStore.hasUsedAddress(db, id, address);
    const counted = [
      { rule: perAccountAndAddress, who: `${email} ${address}` },
      ...(known ? [] : [{ rule: perAccount, who: email }]),
    ];
    await limits.consume(...counted);
    return counted;
  }

  /** Used up by being right. */
  async function consumeCode(tx: Db, accountId: number, secret: string, code: string): Promise<boolean> {
    const step = matchingStep(code, secret, now());
    if (step !== undefined) return store.consumeStep(tx, accountId, step);
    return store.consumeRecoveryCode(tx, accountId, hashToken(normalizeRecoveryCode(code)));
  }

  async function requirePassword({ email }: Person, password: string, address: string): Promise<void> {
    if (!(await whoseIs(email, password, address))) throw invalid({ password: ['This is not your password.'] });
  }
}

const ENTER_CODE = 'Enter the code from your authenticator app, or a recovery code.';
const WRONG_CODE = 'This code is wrong or was used already.';

const auditSubject = ({ id, email }: Person) => ({ subject: email, subject_id: id });

function otpauthUrl(email: string, secret: string): string {
  const name = `${encodeURIComponent(farm.brand)}:${encodeURIComponent(email)}`;
  const settings = `issuer=${encodeURIComponent(farm.brand)}&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`;
  return `otpauth://totp/${name}?secret=${secret}&${settings}`;
}

/** Sixty bits: too many to guess, also for who has the hashes. */
const newRecoveryCode = () =>
  toBase32(randomBytes(8))
    .slice(0, 12)
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, '$1-');

/** Typed from paper: capitals, spaces and missing dashes do not matter. */
const normalizeRecoveryCode = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^a-z2-7]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-');
