// The only code that reads the environment. Everything else gets a frozen Config. A bad setting stops startup with one line
// that names it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { farm } from '#content/farm.ts';
import { EMAIL } from '#contracts/email.ts';
import { findWeakness } from '#server/accounts/password-rules.ts';
import { serverUrls } from '#server/database/primary-client.ts';

export type Config = Readonly<{
  port: number;
  host: string;
  databaseUrl: string | undefined;
  dataDir: string;
  backupDir: string;
  /** Without SITE_URL, undefined until the port is known. */
  siteUrl: string | undefined;
  /** True when SITE_URL is an https URL. */
  live: boolean;
  admin: { email: string; password: string } | undefined;
  payments: 'square' | 'demo' | 'off';
  square: Square | undefined;
  /** Without SMTP, emails are written to files. */
  mail: { smtpUrl: string; from: string; requireTls: boolean } | { smtpUrl?: undefined; from: string | undefined };
  s3: { bucket: string; region: string; endpoint: string | undefined; keyId: string; secret: string } | undefined;
  trustProxy: number;
  limits: boolean;
  /** Staff without two-step login can only set it up. */
  requireTwoFactor: boolean;
  /** Encrypts secrets in the database. Without it, a key is generated in DATA_DIR. */
  secretsKey: string | undefined;
  /** Bearer token for /metrics. */
  metricsToken: string | undefined;
  /** Seconds to keep serving after SIGTERM while /healthz returns 503. */
  drainSeconds: number;
  /** After this many days, finished guest orders are anonymized. */
  keepGuestDays: number | undefined;
}>;

type Square = {
  applicationId: string;
  locationId: string;
  accessToken: string;
  environment: 'sandbox' | 'production';
  apiUrl: string | undefined;
  sdkUrl: string | undefined;
  webhookSignatureKey: string | undefined;
};

export class SettingError extends Error {}

export function readConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return configFrom(process.env);
}

type Environment = Record<string, string | undefined>;

export function configFrom(environment: Environment): Config {
  const parsed = settings.safeParse(dropBlank(environment));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const env = parsed.data;
  const live = env.SITE_URL?.startsWith('https:') ?? false;
  if (live && env.LIMITS === 'off') throw new SettingError('LIMITS must be on in a live shop.');
  const square = squareFrom(env);
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    backupDir: env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups'),
    siteUrl: env.SITE_URL?.replace(/\/$/, ''),
    live,
    admin: adminFrom(env, live),
    payments: paymentsFrom(env, square, live),
    square,
    mail: mailFrom(env, live),
    s3: s3From(env),
    trustProxy: env.TRUST_PROXY,
    limits: env.LIMITS === 'on',
    secretsKey: secretsKeyFrom(env),
    requireTwoFactor: env.REQUIRE_TWO_STEP_LOGIN === 'on',
    metricsToken: env.METRICS_TOKEN,
    drainSeconds: env.DRAIN_SECONDS,
    keepGuestDays: env.KEEP_GUEST_DAYS,
  });
}

const url = (protocols: RegExp, example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.test(text), `must be a URL like ${example}.`);
const integer = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}.`,
    })
    .transform(Number);
const text = z.string();
const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off.' });
const httpUrl = url(/^https?:\/\//, 'https://api.example.com');

const DATABASE_URL_RULE =
  'must be a URL like postgres://user:password@host/database. It may list several hosts, with target_session_attrs=read-write.';

/** The shop looks for the server that accepts writes, so any other target is a mistake. */
function isDatabaseUrl(text: string): boolean {
  return serverUrls(text).every((each) => {
    const { protocol = '', searchParams } = URL.parse(each) ?? {};
    const target = searchParams?.get('target_session_attrs') ?? 'read-write';
    return /^postgres(ql)?:$/.test(protocol) && ['read-write', 'primary'].includes(target);
  });
}

const settings = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: text.default('localhost'),
  DATABASE_URL: z.string().refine(isDatabaseUrl, DATABASE_URL_RULE).optional(),
  DATA_DIR: text.default('data'),
  BACKUP_DIR: text.optional(),
  SITE_URL: url(/^https?:\/\/[^/?#]+\/?$/, 'https://farm.example (no path)').optional(),
  ADMIN_EMAIL: z.email({ pattern: EMAIL, error: 'must be an email address.' }).optional(),
  ADMIN_PASSWORD: text.min(8, 'must have 8 characters or more.').optional(),
  PAYMENTS: z.enum(['square', 'demo', 'off'], { error: 'must be square, demo or off.' }).optional(),
  SQUARE_APPLICATION_ID: text.optional(),
  SQUARE_LOCATION_ID: text.optional(),
  SQUARE_ACCESS_TOKEN: text.optional(),
  SQUARE_ENVIRONMENT: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production.' }).optional(),
  SQUARE_API_URL: httpUrl.optional(),
  SQUARE_SDK_URL: httpUrl.optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: text.optional(),
  SMTP_URL: url(/^smtps?:\/\//, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: text.includes('@', { error: 'must be an email address.' }).optional(),
  S3_BUCKET: text.optional(),
  AWS_REGION: text.optional(),
  AWS_ENDPOINT_URL_S3: httpUrl.optional(),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  TRUST_PROXY: integer(0, 10).default(0),
  // Without it, a request that arrives at the same moment as SIGTERM is lost.
  DRAIN_SECONDS: integer(0, 300).default(1),
  KEEP_GUEST_DAYS: integer(1, 100_000).optional(),
  METRICS_TOKEN: text.min(16, 'must have 16 characters or more.').optional(),
  SECRETS_KEY: text.min(32, 'must have 32 characters or more.').optional(),
  LIMITS: onOrOff.default('on'),
  REQUIRE_TWO_STEP_LOGIN: onOrOff.default('off'),
});

type Settings = z.output<typeof settings>;
type Name = keyof Settings;

function adminFrom(env: Settings, live: boolean): Config['admin'] {
  requireAllOrNone(env, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (!email || !password) return undefined;
  if (live && findWeakness(password, { email, name: '', brand: farm.brand }))
    throw new SettingError(
      'ADMIN_PASSWORD is too easy to guess for a live shop. Choose another, or remove ADMIN_EMAIL and ADMIN_PASSWORD if the shop has been started before.',
    );
  return { email, password };
}

const extras: Name[] = ['SQUARE_API_URL', 'SQUARE_SDK_URL', 'SQUARE_WEBHOOK_SIGNATURE_KEY'];

function squareFrom(env: Settings): Square | undefined {
  requireAllOrNone(env, ['SQUARE_APPLICATION_ID', 'SQUARE_LOCATION_ID', 'SQUARE_ACCESS_TOKEN', 'SQUARE_ENVIRONMENT']);
  const {
    SQUARE_APPLICATION_ID: applicationId,
    SQUARE_LOCATION_ID: locationId,
    SQUARE_ACCESS_TOKEN: accessToken,
    SQUARE_ENVIRONMENT: environment,
  } = env;
  if (!applicationId || !locationId || !accessToken || !environment) {
    const dependent = env.PAYMENTS === 'square' ? 'PAYMENTS' : extras.find((name) => env[name] !== undefined);
    if (dependent) throw new SettingError(`SQUARE_APPLICATION_ID is missing: it is required with ${dependent}.`);
    return undefined;
  }
  return {
    applicationId,
    locationId,
    accessToken,
    environment,
    apiUrl: env.SQUARE_API_URL,
    sdkUrl: env.SQUARE_SDK_URL,
    webhookSignatureKey: env.SQUARE_WEBHOOK_SIGNATURE_KEY,
  };
}

function paymentsFrom(env: Settings, square: Square | undefined, live: boolean): Config['payments'] {
  if (env.PAYMENTS) return env.PAYMENTS;
  if (square) return 'square';
  return live ? 'off' : 'demo';
}

function mailFrom(env: Settings, live: boolean): Config['mail'] {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = env;
  if (smtpUrl && !from) throw new SettingError('MAIL_FROM is missing: it is required with SMTP_URL.');
  if (!smtpUrl || !from) return { from };
  // Emails name buyers and carry links that set passwords. A relay on the same machine needs no TLS.
  return { smtpUrl, from, requireTls: live && !LOOPBACK.test(new URL(smtpUrl).hostname) };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function secretsKeyFrom(env: Settings): string | undefined {
  // DATA_DIR then holds nothing that must last, and each instance may have its own.
  if (!env.SECRETS_KEY && env.DATABASE_URL && env.S3_BUCKET)
    throw new SettingError(
      'SECRETS_KEY is missing: it is required with DATABASE_URL and S3_BUCKET, the same on every instance.',
    );
  return env.SECRETS_KEY;
}

function s3From(env: Settings): Config['s3'] {
  const { S3_BUCKET: bucket, AWS_REGION: region, AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret } = env;
  // AWS_* alone may be set for other programs.
  if (!bucket) return undefined;
  requireAllOrNone(env, ['S3_BUCKET', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
  return region && keyId && secret ? { bucket, region, endpoint: env.AWS_ENDPOINT_URL_S3, keyId, secret } : undefined;
}

/** Settings that only work together: setting only some of them is a mistake, so startup stops. */
function requireAllOrNone(env: Settings, names: Name[]) {
  const missing = names.find((name) => env[name] === undefined);
  const present = names.find((name) => env[name] !== undefined);
  if (missing && present) throw new SettingError(`${missing} is missing: it is required with ${present}.`);
}

/** `PORT=` in a .env file means "not set". */
function dropBlank(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}
