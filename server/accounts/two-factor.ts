// A second factor for staff: a code from an app besides the password, and ten codes on paper for the day the phone is lost.
import { randomBytes } from 'node:crypto';
import { farm } from '#content/farm.ts';
import type { Person } from '#contracts/accounts.ts';
import type { Notes } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { codeWanted, conflict, invalid } from '#server/http-errors.ts';
import type { Counted, Limits, Rule } from '#server/rate-limits/rate-limits.ts';
import * as accounts from './accounts.store.ts';
import * as sessionStore from './sessions.store.ts';
import { hashOf } from './sessions.ts';
import { STEP_SECONDS, stepOf, toBase32 } from './totp.ts';
import * as store from './two-factor.store.ts';
import type { WhoseIs } from './verify-password.ts';

export type SecondFactor = ReturnType<typeof createSecondFactor>;

const RECOVERY_CODES = 10;
const perAccountHere: Rule = { name: 'codes of an account from an address', most: 5, minutes: 15 };
// Whoever guesses codes knows the password already, and needs some 300,000 guesses: a day's worth is kept far from that.
const perAccount: Rule = { name: 'codes of an account from new addresses', most: 20, minutes: 24 * 60 };

type Parts = { database: Database; limits: Limits; whoseIs: WhoseIs; audit: Notes; now: Clock };
type Here = { address: string; token: string | undefined };
type Shown = { code?: string | undefined; address: string };

export function createSecondFactor({ database, limits, whoseIs, audit, now }: Parts) {
  const { db, change } = database;
  return { state, begin, confirm, remove, guard };

  async function state({ id }: Person) {
    const factor = await store.find(db, id);
    const since = factor?.confirmed_at ?? null;
    return { data: { since, recovery_codes_left: since ? await store.recoveryCodesLeft(db, id) : 0 } };
  }

  /** The only time the secret is told. Wants the password: with a stolen session one could lock the owner out. */
  async function begin(person: Person, password: string, address: string) {
    await refuseWrong(person, password, address);
    const secret = toBase32(randomBytes(20));
    if (!(await change([], (tx) => store.begin(tx, person.id, secret))))
      throw conflict('The second factor is on already.', undefined);
    return { data: { secret, link: linkFor(person.email, secret) } };
  }

  async function confirm(person: Person, code: string, { address, token }: Here) {
    const factor = await store.find(db, person.id);
    if (!factor || factor.confirmed_at) throw conflict('There is no second factor to confirm.', undefined);
    const counted = await countedTry(person, address);
    const step = stepOf(code, factor.secret, now());
    if (step === undefined) throw invalid({ code: ['This is not the code that the app shows now.'] });
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await change([], async (tx) => {
      await accounts.hold(tx, person.id);
      if (!(await store.confirm(tx, person.id, factor.secret, now().toISOString())))
        throw conflict('The second factor was begun anew meanwhile.', undefined);
      await store.takeStep(tx, person.id, step);
      await store.keepRecoveryCodes(tx, person.id, codes.map(hashOf));
      // Whoever came in with the password alone has to come in again.
      await sessionStore.endAll(tx, person.id, now().toISOString(), token && hashOf(token));
      await audit.note(tx, { actor: person, action: 'second factor switched on', ...themselves(person) });
    });
    await limits.giveBack(...counted);
    return { data: { recovery_codes: codes } };
  }

  async function remove(person: Person, { password, code }: { password: string; code: string }, address: string) {
    await refuseWrong(person, password, address);
    const factor = await store.find(db, person.id);
    if (!factor?.confirmed_at) throw conflict('The second factor is off already.', undefined);
    const counted = await countedTry(person, address);
    const done = await change([], async (tx) => {
      if (!(await isRight(tx, person.id, factor.secret, code))) return false;
      await store.remove(tx, person.id);
      await audit.note(tx, { actor: person, action: 'second factor switched off', ...themselves(person) });
      return true;
    });
    if (!done) throw invalid({ code: [WRONG_CODE] });
    await limits.giveBack(...counted);
    return { message: 'The second factor is off.' };
  }

  /** Does the work of a login, which holds the account, for somebody whose password was right, if their code is too, where they have one. */
  async function guard<T extends object>(person: Person, { code, address }: Shown, work: (tx: Db) => Promise<T>) {
    const factor = await store.find(db, person.id);
    if (!factor?.confirmed_at)
      return change([], async (tx) => {
        const done = await work(tx);
        if ((await store.find(tx, person.id))?.confirmed_at) throw codeWanted(ENTER_CODE);
        return done;
      });
    if (!code) throw codeWanted(ENTER_CODE);
    const counted = await countedTry(person, address);
    const done = await change([], async (tx) =>
      (await isRight(tx, person.id, factor.secret, code)) ? work(tx) : undefined,
    );
    if (!done) throw codeWanted(WRONG_CODE);
    await limits.giveBack(...counted);
    return done;
  }

  /** Counted before the check, as tries of passwords are. */
  async function countedTry({ id, email }: Person, address: string): Promise<Counted[]> {
    const known = await sessionStore.isKnown(db, id, address);
    const counted = [
      { rule: perAccountHere, who: `${email} ${address}` },
      ...(known ? [] : [{ rule: perAccount, who: email }]),
    ];
    await limits.take(...counted);
    return counted;
  }

  /** Used up by being right. */
  async function isRight(tx: Db, accountId: number, secret: string, code: string): Promise<boolean> {
    const step = stepOf(code, secret, now());
    if (step !== undefined) return store.takeStep(tx, accountId, step);
    return store.takeRecoveryCode(tx, accountId, hashOf(asWritten(code)));
  }

  async function refuseWrong({ email }: Person, password: string, address: string): Promise<void> {
    if (!(await whoseIs(email, password, address))) throw invalid({ password: ['This is not your password.'] });
  }
}

const ENTER_CODE = 'Enter the code from your authenticator app, or a recovery code.';
const WRONG_CODE = 'This code is wrong or was used already.';

const themselves = ({ id, email }: Person) => ({ subject: email, subject_id: id });

function linkFor(email: string, secret: string): string {
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
const asWritten = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^a-z2-7]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-');
