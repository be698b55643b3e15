// Sends known secrets through the shop, on success and error paths, then searches everything the shop leaves behind for them.
import { afterAll, expect, test } from 'vitest';
import { CSP_REPORT_PATH } from '#server/http/security-headers.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { s3Settings, startFakeS3 } from '#server/testing/fake-s3.ts';
import { busy, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { picture } from '#server/testing/product-fixtures.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openFuzzShop } from './fuzz-shop.ts';
import { backupAsText, builtFiles, findLeaks, responsesAsText, tablesAsText } from './leak-search.ts';

const settings = {
  SQUARE_ACCESS_TOKEN: squareSettings.SQUARE_ACCESS_TOKEN,
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'canary-of-the-webhook-77aa',
  METRICS_TOKEN: 'canary-of-the-metrics-90cd',
  SECRETS_KEY: 'canary-of-the-secrets-key-0123456789ab',
};
const SMTP_PASSWORD = 'canary-of-the-mail-server-31e0';
const [square, smtp, s3, tempShop] = await Promise.all([
  startFakeSquare(),
  startFakeSmtp(),
  startFakeS3(),
  createTempShop(),
]);
const target = await openFuzzShop(tempShop, {
  ...squareSettings,
  ...settings,
  SQUARE_API_URL: square.url,
  SMTP_URL: smtp.url.replace('//', `//farm:${SMTP_PASSWORD}@`),
  MAIL_FROM: 'farm@hops.example',
  S3_BUCKET: s3Settings.bucket,
  AWS_REGION: s3Settings.region,
  AWS_ENDPOINT_URL_S3: s3.endpoint,
  AWS_ACCESS_KEY_ID: s3Settings.keyId,
  AWS_SECRET_ACCESS_KEY: s3Settings.secret,
});
afterAll(async () => {
  await target.close();
  for (const each of [square, smtp, s3]) await each.close();
  await tempShop.cleanUp();
});

const visitor = apiClient(target.url);
const { email } = target.customer;
const secrets: Record<string, string> = {
  ...settings,
  SMTP_PASSWORD,
  s3: s3Settings.secret,
  card: 'cnon:canary-card-c0ffee',
  'card of the failing payment': 'cnon:canary-card-decade',
  'staff password': target.staff.password,
  'customer password': target.customer.password,
  'new password': 'canary of the second year',
  'wrong password guess': 'canary of a wrong guess',
};
/** Whoever has one of these links can open what it shows. Staff can copy them, and emails hold them. */
const links: Record<string, string> = {};
await exerciseShop();
await followLinks();

test('no secret is in the database', async () => {
  expect(findLeaks(secrets, await tablesAsText(target))).toEqual([]);
});

test('no secret is in a backup', async () => {
  expect(findLeaks(secrets, [await backupAsText(target, tempShop.dataDir)])).toEqual([]);
});

test('no secret is in the build', async () => {
  expect(findLeaks(secrets, await builtFiles())).toEqual([]);
});

test.each(['visitor', 'customer', 'staff'] as const)('no secret is in any response to a %s', async (actor) => {
  const sources = await responsesAsText(target, await target.tokenOf(actor));

  expect(findLeaks(secrets, sources)).toEqual([]);
});

test('no secret is in the log, even with errors', () => {
  const text = target.logLines.join('');

  expect(text).toContain('will be retried');
  expect(text).toContain('Object storage is not available.');
  expect(findLeaks({ ...secrets, ...links }, [{ where: 'the log', text }])).toEqual([]);
  expect(text).toContain('"path":"/preview/…"');
  expect(text).toContain('"document":"/preview/…"');
});

test('the search finds a known value', async () => {
  const known = { 'customer name': target.customer.name };

  expect(findLeaks(known, await tablesAsText(target))).toContain('customer name in the table accounts');
  expect(findLeaks(known, [await backupAsText(target, tempShop.dataDir)])).toHaveLength(1);
});

/** Covers success and error paths: errors tend to leak the most. */
async function exerciseShop(): Promise<void> {
  const login = (password: string, as = email) => visitor.send('POST /api/login', { body: { email: as, password } });
  const { token } = await login(target.customer.password);
  const staff = await login(target.staff.password, target.staff.email);
  await visitor.attempt('POST /api/login', { body: { email, password: 'canary of a wrong guess' } });
  await target.order('cnon:canary-card-c0ffee', token);

  await approveForTerms(apiClient(target.url, staff.token));
  await visitor.send('POST /api/password-reset-requests', { body: { email } });
  await target.settle();
  const emails = smtp.received.map(({ message }) => message.replaceAll('=\n', '')).join('');
  const [confirmation = '', reset = ''] = [...emails.matchAll(/(?<=reset-password#)[\w-]{43}/g)].map(([link]) => link);
  await visitor.send('POST /api/password-resets', { body: { token: reset, password: 'canary of the second year' } });
  const again = await login('canary of the second year');

  const setup = { body: { password: target.staff.password } };
  const { data } = await apiClient(target.url, staff.token).send('POST /api/account/second-factor', setup);

  let faultsLeft = 1;
  square.faultOf = () => (faultsLeft-- > 0 ? 'malformed' : undefined);
  await target.order('cnon:canary-card-decade', again.token);
  smtp.refusal = busy;
  await target.settle();
  s3.failing = true;
  const form = { title: 'Harvest', content: '' };
  await apiClient(target.url, staff.token).attempt('POST /api/admin/blogs', { form, picture });
  for (const path of ['/metrics', '/api/webhooks/square'])
    await visitor.fetch(path, {
      method: path === '/metrics' ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${settings.METRICS_TOKEN}` },
    });

  Object.assign(secrets, {
    session: token,
    'staff session': staff.token,
    'last session': again.token,
    reset,
    confirmation,
  });
  Object.assign(secrets, { 'two-factor secret': data.secret });
}

/** Links with a token in their path, as they are, misspelled, and in reports of browsers. */
async function followLinks(): Promise<void> {
  const office = apiClient(target.url, await target.tokenOf('staff', true));
  const { value } = (await office.send('GET /api/settings/:section', { params: { section: 'story' } })).data;
  const preview = await office.send('POST /api/settings/:section/previews', {
    params: { section: 'story' },
    body: { value },
  });
  await visitor.send('POST /api/alerts', { body: { email: 'news@brewery.example' } });
  const { token } = await target.database.db.selectFrom('subscriptions').select('token').executeTakeFirstOrThrow();
  const pages = [preview.data.url, `/alerts/${token}`, `/api/alerts/${token}`];
  for (const path of pages.flatMap((each) => [each, `${each}/`, each.replace('/', '//'), `${each}?again`]))
    await visitor.fetch(path);
  await visitor.fetch(`/api/orders/${token}/status`, { method: 'PUT' });
  await visitor.fetch(CSP_REPORT_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': { 'document-uri': target.url + preview.data.url } }),
  });
  Object.assign(links, { preview: preview.data.url.split('/')[2] ?? '', alert: token });
}

/** Staff name the customer's account, whose mailbox is asked to confirm it. */
async function approveForTerms(office: ReturnType<typeof apiClient>): Promise<void> {
  await target.settle();
  const { data } = await office.send('GET /api/customers', { query: { q: email } });
  const body = { days: 30, credit_limit: 100, login: email };
  await office.send('PUT /api/customers/:id/terms', { params: { id: data[0]?.id ?? 0 }, body });
}
