import { expect, test } from 'vitest';
import { configFrom } from './config.ts';

const square = {
  SQUARE_APPLICATION_ID: 'app',
  SQUARE_LOCATION_ID: 'location',
  SQUARE_ACCESS_TOKEN: 'token',
  SQUARE_ENVIRONMENT: 'sandbox',
};

test('the default shop is local, with an embedded database and demo payments', () => {
  expect(configFrom({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    databaseUrl: undefined,
    dataDir: 'data',
    backupDir: 'data/backups',
    siteUrl: undefined,
    live: false,
    admin: undefined,
    payments: 'demo',
    trustProxy: 0,
    limits: true,
    drainSeconds: 1,
  });
});

test('an empty setting counts as unset', () => {
  expect(configFrom({ PORT: '', SITE_URL: '' })).toMatchObject({ port: 3000, siteUrl: undefined });
});

test.each([
  [{ PORT: 'x' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL like postgres://user:password@host/database.'],
  [
    { DATABASE_URL: 'postgres://farm@one,two/farm?target_session_attrs=standby' },
    'DATABASE_URL must be a URL like postgres://user:password@host/database. It may list several hosts, with target_session_attrs=read-write.',
  ],
  [{ DATABASE_URL: 'postgres://farm@one:5432,two:x/farm' }, 'DATABASE_URL must be a URL'],
  [{ SITE_URL: 'farm.example' }, 'SITE_URL must be a URL like https://farm.example (no path).'],
  [{ SITE_URL: 'https://farm.example/shop' }, 'SITE_URL must be a URL like https://farm.example (no path).'],
  [{ ADMIN_EMAIL: 'wren', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL must be an email address.'],
  [{ ADMIN_EMAIL: 'wren@farm.example' }, 'ADMIN_PASSWORD is missing: it is required with ADMIN_EMAIL.'],
  [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL is missing: it is required with ADMIN_PASSWORD.'],
  [{ ADMIN_EMAIL: 'wren@farm.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have 8 characters or more.'],
  [
    { SITE_URL: 'https://farm.example', ADMIN_EMAIL: 'wren@farm.example', ADMIN_PASSWORD: 'Password1' },
    'ADMIN_PASSWORD is too easy to guess for a live shop.',
  ],
  [
    { SITE_URL: 'https://farm.example', ADMIN_EMAIL: 'wren@farm.example', ADMIN_PASSWORD: 'wren@farm' },
    'ADMIN_PASSWORD is too easy to guess for a live shop.',
  ],
  [{ PAYMENTS: 'cash' }, 'PAYMENTS must be square, demo or off.'],
  [{ PAYMENTS: 'square' }, 'SQUARE_APPLICATION_ID is missing: it is required with PAYMENTS.'],
  [
    { ...square, SQUARE_ACCESS_TOKEN: '' },
    'SQUARE_ACCESS_TOKEN is missing: it is required with SQUARE_APPLICATION_ID.',
  ],
  [{ ...square, SQUARE_ENVIRONMENT: 'test' }, 'SQUARE_ENVIRONMENT must be sandbox or production.'],
  [
    { SQUARE_WEBHOOK_SIGNATURE_KEY: 'x' },
    'SQUARE_APPLICATION_ID is missing: it is required with SQUARE_WEBHOOK_SIGNATURE_KEY.',
  ],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing: it is required with SMTP_URL.'],
  [
    { SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' },
    'SMTP_URL must be a URL like smtp://user:password@host:587.',
  ],
  [{ S3_BUCKET: 'hops' }, 'AWS_REGION is missing: it is required with S3_BUCKET.'],
  [{ SECRETS_KEY: 'short' }, 'SECRETS_KEY must have 32 characters or more.'],
  [
    {
      DATABASE_URL: 'postgres://farm@db/farm',
      S3_BUCKET: 'hops',
      AWS_REGION: 'r',
      AWS_ACCESS_KEY_ID: 'k',
      AWS_SECRET_ACCESS_KEY: 's',
    },
    'SECRETS_KEY is missing: it is required with DATABASE_URL and S3_BUCKET, the same on every instance.',
  ],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a whole number from 0 to 10.'],
  [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS must be a whole number from 0 to 300.'],
  [{ REQUIRE_TWO_STEP_LOGIN: 'yes' }, 'REQUIRE_TWO_STEP_LOGIN must be on or off.'],
  [{ LIMITS: 'none' }, 'LIMITS must be on or off.'],
  [{ LIMITS: 'off', SITE_URL: 'https://farm.example' }, 'LIMITS must be on in a live shop.'],
])('%j stops startup with a line that names the setting', (settings, line) => {
  expect(() => configFrom(settings)).toThrow(line);
});

test.each([
  'postgresql://farm@127.0.0.1/farm',
  'postgres://farm@127.0.0.1:5433,127.0.0.1:5434/farm?target_session_attrs=read-write',
])('%s is a database', (DATABASE_URL) => {
  expect(configFrom({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test('a shop that is not live accepts any password of eight characters', () => {
  expect(configFrom({ ADMIN_EMAIL: 'wren@farm.example', ADMIN_PASSWORD: 'password' }).admin).toBeDefined();
});

test('uses Square when its settings are present', () => {
  expect(configFrom(square)).toMatchObject({ payments: 'square', square: { locationId: 'location' } });
});

test('a live shop uses demo payments only when explicitly set', () => {
  const live = { SITE_URL: 'https://farm.example/' };

  expect(configFrom(live)).toMatchObject({ live: true, payments: 'off', siteUrl: 'https://farm.example' });
  expect(configFrom({ ...live, PAYMENTS: 'demo' }).payments).toBe('demo');
});

test.each([
  ['https://farm.example', 'smtp://mail.example:587', true],
  ['https://farm.example', 'smtp://user:password@10.0.0.5', true],
  ['https://farm.example', 'smtp://localhost:25', false],
  ['https://farm.example', 'smtp://127.0.0.1', false],
  ['https://farm.example', 'smtp://[::1]', false],
  ['http://localhost:3000', 'smtp://mail.example', false],
])('a shop at %s with %s requires TLS for email: %s', (SITE_URL, SMTP_URL, requireTls) => {
  expect(configFrom({ SITE_URL, SMTP_URL, MAIL_FROM: 'hops@farm.example' }).mail).toMatchObject({ requireTls });
});
