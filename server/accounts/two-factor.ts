// Two-factor authentication for staff: TOTP codes from an app, plus ten recovery codes in case the phone is lost.
import { randomBytes } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import type { Farm } from '#contracts/farm.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { codeRequired, conflict, invalid } from '#server/http-errors.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { Attempt, RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { hashToken } from '#server/secret-token.ts';
import { type AccountChange, accountChangeEmails } from './account-change-email.ts';
import * as accounts from './accounts.store.ts';
import { requireSharedKey } from './seal-secrets.ts';
import { keyIdOf, type SecretBox } from './secret-box.ts';
import * as sessionStore from './sessions.store.ts';
import { matchingStep, STEP_SECONDS, toBase32 } from './totp.ts';
import * as store from './two-factor.store.ts';
import type { SecurityLog, VerifyPassword } from './verify-password.ts';

export type TwoFactor = ReturnType<typeof createTwoFactor>;

const RECOVERY_CODES = 10;
const perAccountAndAddress: RateLimit = { name: 'codes of an account from an address', max: 5, minutes: 15 };
// An attacker guessing codes already has the password and needs about 300,000 guesses; this limit keeps a day far below that.
const perAccount: RateLimit = { name: 'codes of an account from new addresses', max: 20, minutes: 24 * 60 };

type Deps = {
  database: Database;
  rateLimits: RateLimits;
  verifyPassword: VerifyPassword;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
  farm(): Farm;
  log: SecurityLog;
  secretBox: SecretBox;
};
type Session = { address: string; token: string | undefined };
type Credentials = { code?: string | undefined; address: string };

export function createTwoFactor({
  database,
  rateLimits,
  verifyPassword,
  outbox,
  audit,
  now,
  siteUrl,
  farm,
  log,
  secretBox,
}: Deps) {
  const { db, transaction } = database;
  return { status, startSetup, confirmSetup, disable, runVerified };

  async function status({ id }: Person) {
    const factor = await store.find(db, id);
    const since = factor?.confirmed_at ?? null;
    return { data: { since, recovery_codes_left: since ? await store.countRecoveryCodes(db, id) : 0 } };
  }

  /** The only response that contains the secret. Requires the password: a stolen session could otherwise lock the owner out. */
  async function startSetup(person: Person, password: string, address: string) {
    await requirePassword(person, password, address);
    const secret = toBase32(randomBytes(20));
    const started = await transaction([], async (tx) => {
      await requireSharedKey(tx, secretBox);
      return store.startSetup(tx, person.id, secretBox.seal(secret, person.id));
    });
    if (!started) throw conflict('Two-step login is already on.');
    return { data: { secret, link: otpauthUrl(farm().brand, person.email, secret) } };
  }

  async function confirmSetup(person: Person, code: string, { address, token }: Session) {
    const factor = await store.find(db, person.id);
    if (!factor || factor.confirmed_at) throw conflict('There is no two-step login to confirm.');
    const attempts = await countAttempt(person, address);
    const step = matchingStep(code, readSecret(person.id, factor.secret), now());
    if (step === undefined) {
      logWrongCode(person, address);
      throw invalid({ code: ['This code does not match the one in your app.'] });
    }
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await transaction([], async (tx) => {
      await accounts.lockAccount(tx, person.id);
      if (!(await store.confirm(tx, person.id, factor.secret, now().toISOString())))
        throw conflict('The setup was restarted. Please scan the new code.');
      await store.consumeStep(tx, person.id, step);
      await store.saveRecoveryCodes(tx, person.id, codes.map(hashToken));
      // Sessions opened with the password alone must log in again.
      await sessionStore.endAll(tx, person.id, now().toISOString(), token && hashToken(token));
      await audit.record(tx, { actor: person, action: 'second factor switched on', ...auditSubject(person) });
      await notify(tx, person, 'two-factor on');
    });
    await rateLimits.undo(...attempts);
    return { data: { recovery_codes: codes } };
  }

  async function disable(person: Person, { password, code }: { password: string; code: string }, address: string) {
    await requirePassword(person, password, address);
    const factor = await store.find(db, person.id);
    if (!factor?.confirmed_at) throw conflict('Two-step login is already off.');
    const attempts = await countAttempt(person, address);
    const disabled = await transaction([], async (tx) => {
      if (!(await consumeCode(tx, person.id, factor.secret, code))) return false;
      await store.remove(tx, person.id);
      await audit.record(tx, { actor: person, action: 'second factor switched off', ...auditSubject(person) });
      await notify(tx, person, 'two-factor off');
      return true;
    });
    if (!disabled) {
      logWrongCode(person, address);
      throw invalid({ code: [WRONG_CODE] });
    }
    await rateLimits.undo(...attempts);
    return { message: 'Two-step login is off.' };
  }

  /** Runs `work` once the password and, if enabled, the TOTP code are verified. `work` must lock the account. */
  async function runVerified<T extends object>(
    person: Person,
    { code, address }: Credentials,
    work: (tx: Db) => Promise<T>,
  ) {
    const factor = await store.find(db, person.id);
    if (!factor?.confirmed_at)
      return transaction([], async (tx) => {
        const result = await work(tx);
        // Two-factor may have been turned on since; `work` now holds the lock.
        if ((await store.find(tx, person.id))?.confirmed_at) throw codeRequired(ENTER_CODE);
        return result;
      });
    if (!code) throw codeRequired(ENTER_CODE);
    const attempts = await countAttempt(person, address);
    const result = await transaction([], async (tx) =>
      (await consumeCode(tx, person.id, factor.secret, code)) ? work(tx) : undefined,
    );
    if (!result) {
      logWrongCode(person, address);
      throw codeRequired(WRONG_CODE);
    }
    await rateLimits.undo(...attempts);
    return result;
  }

  /** Counts the attempt before checking the code, as with passwords, so parallel guesses don't get around the limit. */
  async function countAttempt({ id, email }: Person, address: string): Promise<Attempt[]> {
    const known = await sessionStore.hasUsedAddress(db, id, address);
    const attempts = [
      { rule: perAccountAndAddress, who: `${email} ${address}` },
      ...(known ? [] : [{ rule: perAccount, who: email }]),
    ];
    await rateLimits.consume(...attempts).catch((error) => {
      log.warn({ account: id, subnet: address }, 'Too many wrong codes.');
      throw error;
    });
    return attempts;
  }

  /** Accepts a TOTP or recovery code and invalidates it. Locks the account. */
  async function consumeCode(tx: Db, accountId: number, stored: string, code: string): Promise<boolean> {
    await accounts.lockAccount(tx, accountId);
    const step = matchingStep(code, readSecret(accountId, stored), now());
    if (step !== undefined) return store.consumeStep(tx, accountId, step);
    return store.consumeRecoveryCode(tx, accountId, hashToken(normalizeRecoveryCode(code)));
  }

  /** An instance of an older version may have stored it in plain text. The next start encrypts it. */
  function readSecret(accountId: number, stored: string): string {
    return keyIdOf(stored) ? secretBox.open(stored, accountId) : stored;
  }

  function logWrongCode({ id }: Person, subnet: string): void {
    log.warn({ account: id, subnet }, 'Wrong code.');
  }

  async function notify(tx: Db, person: Person, change: AccountChange): Promise<void> {
    await outbox.queue(tx, ...accountChangeEmails(person, change, { at: now().toISOString(), siteUrl: siteUrl() }));
  }

  async function requirePassword({ email }: Person, password: string, address: string): Promise<void> {
    if (!(await verifyPassword(email, password, address))) throw invalid({ password: ['Incorrect password.'] });
  }
}

const ENTER_CODE = 'Enter the code from your authenticator app, or a recovery code.';
const WRONG_CODE = 'This code is incorrect or was already used.';

const auditSubject = ({ id, email }: Person) => ({ subject: email, subject_id: id });

function otpauthUrl(brand: string, email: string, secret: string): string {
  const name = `${encodeURIComponent(brand)}:${encodeURIComponent(email)}`;
  const settings = `issuer=${encodeURIComponent(brand)}&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`;
  return `otpauth://totp/${name}?secret=${secret}&${settings}`;
}

/** 120 bits: enough that a plain hash of it reveals nothing. Older codes have 60. */
const newRecoveryCode = () =>
  toBase32(randomBytes(15))
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, '$1-');

/** Typed from paper: ignores case, spaces and missing dashes. */
const normalizeRecoveryCode = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^a-z2-7]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-');
