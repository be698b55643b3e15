import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { queueEmails } from '#server/mail/mail.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { linkToken } from '#server/testing/link-token.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { grantStaff } from './invite-staff.ts';

const { farm } = defaultSettings;
const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, database } = shop;

const stranger = { name: 'New Hire', email: 'newhire@farm.example', password: 'a password of a stranger' };
const grant = () =>
  database.transaction([], async (tx) => {
    const granted = await grantStaff(tx, stranger.email, 'staff', { now: clock.now, siteUrl: shop.url, farm });
    if (granted) await queueEmails(tx, { now: clock.now, farm }, [granted.invitation]);
    return granted;
  });
const adminStatus = async (token: string) => (await apiClient(shop.url, token).fetch('/api/orders/admin')).status;

test('a stranger who signed up with a new hire’s email gets nothing; the mailbox sets the password', async () => {
  await visitor.send('POST /api/register', { body: stranger });
  const { token } = await visitor.send('POST /api/login', { body: stranger });
  await visitor.send('POST /api/password-reset-requests', { body: { email: stranger.email } });
  const olderLink = linkToken((await shop.mails()).at(-1));

  await grant();

  expect(await adminStatus(token)).toBe(401);
  expect((await visitor.attempt('POST /api/login', { body: stranger })).status).toBe(401);
  const password = 'picked by the real hire';
  const use = (link: string) => visitor.attempt('POST /api/password-resets', { body: { token: link, password } });
  expect((await use(olderLink)).status).toBe(422);
  const invitation = (await shop.mails()).at(-1);
  expect(invitation).toContain(`To: ${stranger.email}`);
  clock.now = new Date(clock.now.getTime() + 6 * 86_400_000);
  expect((await use(linkToken(invitation))).status).toBe(200);
  const hired = await visitor.send('POST /api/login', { body: { email: stranger.email, password } });
  expect(await adminStatus(hired.token)).toBe(200);
});

test('removes a two-step login that was set up before', async () => {
  await database.transaction([], async (tx) => {
    const { id } = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', stranger.email)
      .executeTakeFirstOrThrow();
    const confirmed_at = clock.now.toISOString();
    await tx
      .insertInto('two_factor_secrets')
      .values({ account_id: id, secret: 'A'.repeat(32), confirmed_at })
      .execute();
    await tx.insertInto('recovery_codes').values({ account_id: id, code_hash: 'x' }).execute();
  });

  await grant();

  expect(await database.db.selectFrom('two_factor_secrets').selectAll().execute()).toEqual([]);
  expect(await database.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
});
