import ICAL from 'ical.js';
import { afterAll, expect, test } from 'vitest';
import type { ManagedHarvest, SentHarvest } from '#contracts/harvests.ts';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const shop = await openTestShop({ settings: { SMTP_URL: smtp.url, MAIL_FROM: 'hops@farm.example', LIMITS: 'off' } });
const { visitor, database } = shop;
const wren = lastingClient(shop, 'wren');

const draft: SentHarvest = {
  ...{ deposit_percent: null, days: [] },
  ...{ product_id: 1, kind: 'dried', status: 'ripening', expected_on: '2027-09-03', pounds: 400, price: 16.5 },
  note: 'Row 7, first; bring sacks.\nÄ täglich — 🍺 come early, and call us the evening before so that we know you are coming',
};
const add = async (changes: Partial<SentHarvest> = {}) =>
  (await wren.send('POST /api/harvests/admin', { body: { ...draft, ...changes } })).data;
const revise = ({ id, version }: Pick<ManagedHarvest, 'id' | 'version'>, changes: Partial<SentHarvest>) => {
  const { product_id: _, ...body } = { ...draft, ...changes, version };
  return wren.attempt('PUT /api/harvests/admin/:id', { params: { id }, body });
};
const board = async () => (await visitor.send('GET /api/harvests')).data;
const calendar = async () => new ICAL.Component(ICAL.parse(await (await visitor.fetch('/harvest.ics')).text()));
const eventsIn = (component: ICAL.Component) =>
  component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
const emailsTo = (recipient: string) =>
  database.db
    .selectFrom('emails')
    .select(['subject', 'text', 'calendar', 'unsubscribe_url'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();

async function follow(email: string, harvest_id: number): Promise<string> {
  await visitor.send('POST /api/alerts', { body: { email, harvest_id } });
  const token = /\?key=([\w-]+)/.exec((await emailsTo(email))[0]?.text ?? '')?.[1] ?? '';
  await visitor.send('POST /api/alerts/:token/confirmation', { params: { token } });
  return token;
}

test('visitors see what staff put on the board, by day, and at once', async () => {
  const later = await add({ expected_on: '2027-09-20' });
  const sooner = await add({ kind: 'wet', expected_on: '2027-09-10' });

  const listed = (await board()).filter(({ id }) => [later.id, sooner.id].includes(id));

  expect(listed.map(({ id }) => id)).toEqual([sooner.id, later.id]);
  expect(listed[0]).toMatchObject({ hop: 'Triple Pearl', slug: 'triple-pearl', kind: 'wet', price: 16.5, pounds: 400 });
  await revise(later, { status: 'picking' });
  expect((await board()).find(({ id }) => id === later.id)?.status).toBe('picking');
});

test('the calendar can be read by calendar programs, and a moved day replaces the old entry', async () => {
  const harvest = await add({ kind: 'wet', expected_on: '2027-08-30' });
  const [before] = eventsIn(await calendar()).filter(({ startDate }) => startDate.toString() === '2027-08-30');
  expect(before).toMatchObject({ summary: 'Triple Pearl harvest (wet hops)', sequence: 0 });
  expect(before?.startDate.isDate).toBe(true);
  expect(before?.endDate.toString()).toBe('2027-08-31');
  expect(before?.description).toContain(draft.note);
  expect(before?.location).toContain('1180 Levee Road, Isleton, CA 95641');

  await revise(harvest, { kind: 'wet', expected_on: '2027-09-01' });

  const after = eventsIn(await calendar()).find(({ uid }) => uid === before?.uid);
  expect([after?.startDate.toString(), after?.sequence]).toEqual(['2027-09-01', 1]);
  const lines = (await (await visitor.fetch('/harvest.ics')).text()).split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
});

test('a moved day reaches each follower as one email with the new entry; other changes reach nobody', async () => {
  const harvest = await add({ expected_on: '2027-09-05' });
  const [follower, unsure] = ['follower@brewery.example', 'unsure@brewery.example'];
  await follow(follower, harvest.id);
  await visitor.send('POST /api/alerts', { body: { email: unsure, harvest_id: harvest.id } });
  const { body: first } = await revise(harvest, { expected_on: '2027-09-05', pounds: 380 });
  expect(await emailsTo(follower)).toHaveLength(1);

  const { body: second } = await revise(first.data, { expected_on: '2027-09-08' });
  const stale = await revise(first.data, { expected_on: '2027-09-09' });

  expect(second.data).toMatchObject({ followers: 1, version: 3 });
  expect(stale).toMatchObject({ status: 409, body: { current: { expected_on: '2027-09-08' } } });
  const [, moved, ...others] = await emailsTo(follower);
  expect(others).toEqual([]);
  expect(await emailsTo(unsure)).toHaveLength(1);
  expect(moved?.subject).toBe('Triple Pearl harvest: now September 8, 2027');
  expect(moved?.text).toContain('not on September 5, 2027');
  expect(moved?.unsubscribe_url).toContain('/alerts?key=');
  const [event] = eventsIn(new ICAL.Component(ICAL.parse(moved?.calendar ?? '')));
  expect([event?.startDate.toString(), event?.sequence]).toEqual(['2027-09-08', 1]);
  await shop.jobs.runNow('mail');
  const sent = smtp.received.filter(({ to }) => to === follower).at(-1)?.message ?? '';
  expect(sent).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH;\s+name=harvest.ics/);
});

test('a harvest that is called off leaves the board and tells who follows it', async () => {
  const harvest = await add({ expected_on: '2027-09-12' });
  const email = 'called-off@brewery.example';
  const token = await follow(email, harvest.id);

  await wren.send('DELETE /api/harvests/admin/:id', { params: { id: harvest.id } });
  const again = await wren.attempt('DELETE /api/harvests/admin/:id', { params: { id: harvest.id } });

  expect(again.status).toBe(404);
  expect((await board()).some(({ id }) => id === harvest.id)).toBe(false);
  const [, told] = await emailsTo(email);
  expect(told?.subject).toBe('Triple Pearl harvest: called off');
  const [event] = new ICAL.Component(ICAL.parse(told?.calendar ?? '')).getAllSubcomponents('vevent');
  expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect((await visitor.send('GET /api/alerts/:token', { params: { token } })).data.state).toBe('none');
  const { data: audit } = await wren.send('GET /api/audit');
  expect(audit.filter(({ subject_id }) => subject_id === harvest.id).map(({ action }) => action)).toContain(
    'harvest taken off',
  );
});

test('nothing new is planned for a day that is over, and a harvest that is ready tells nobody', async () => {
  const refused = await wren.attempt('POST /api/harvests/admin', { body: { ...draft, expected_on: '2020-01-01' } });
  expect(refused).toMatchObject({ status: 422, body: { errors: { expected_on: ['This day is over.'] } } });
  const harvest = await add({ expected_on: '2027-09-13' });
  const email = 'ready@brewery.example';
  await follow(email, harvest.id);
  const days = [{ day: '2020-01-01', from: '08:00', to: '09:00', pounds: 1 }];
  expect(await revise(harvest, { expected_on: '2027-09-13', kind: 'wet', days })).toMatchObject({
    status: 422,
    body: { errors: { 'days.0.day': ['This day is over.'] } },
  });

  expect(await revise(harvest, { expected_on: '2027-09-20', status: 'ready' })).toMatchObject({ status: 200 });

  expect(await emailsTo(email)).toHaveLength(1);
});

test('a link says which harvest it is about', async () => {
  const harvest = await add({ expected_on: '2027-09-15' });
  const token = await follow('which@brewery.example', harvest.id);

  const { data } = await visitor.send('GET /api/alerts/:token', { params: { token } });

  expect(data).toEqual({
    state: 'confirmed',
    hop: { name: 'Triple Pearl', slug: 'triple-pearl' },
    harvest_on: '2027-09-15',
  });
});

test.each<[string, Partial<SentHarvest>, number]>([
  ['product_id', { product_id: 0 }, 422],
  ['expected_on', { expected_on: '2027-02-30' }, 422],
  ['expected_on', { expected_on: '0207-09-03' }, 422],
  ['expected_on', { expected_on: '9999-12-31' }, 422],
  ['pounds', { pounds: 0 }, 422],
  ['pounds', { pounds: 1.5 }, 422],
  ['price', { price: 0 }, 422],
  ['price', { price: 1.234 }, 422],
  ['note', { note: 'x'.repeat(301) }, 422],
  ['status', { kind: 'wet', status: 'kiln' }, 422],
])('a wrong %s is refused by name', async (field, changes, status) => {
  const attempt = await wren.attempt('POST /api/harvests/admin', { body: { ...draft, ...changes } });

  expect(attempt.status).toBe(status);
  expect(Object.keys(attempt.body.errors)).toEqual([field]);
});

test('what staff paste into a note cannot break out of the calendar or the feed', async () => {
  const { id } = await add({ expected_on: '2027-10-05', note: 'Bell\u0007\r\nEND:VEVENT\r\n<b>bold</b>' });

  const file = await (await visitor.fetch('/harvest.ics')).text();
  const event = eventsIn(await calendar()).find(({ startDate }) => startDate.toString() === '2027-10-05');
  const feed = await (await visitor.fetch('/harvest.xml')).text();

  expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  expect(event?.description).toContain('Bell\nEND:VEVENT\n<b>bold</b>');
  expect(feed).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(feed).not.toContain('\u0007');
  await wren.send('DELETE /api/harvests/admin/:id', { params: { id } });
});

test('visitors do not see the harvest of a deleted product; staff do, and take it off', async () => {
  const form = { ...cascade, name: 'Short-lived', stock: 0 };
  const { data: product } = await wren.send('POST /api/products/admin', { form, picture });
  const { id } = await add({ product_id: product.id, expected_on: '2027-10-09' });
  const email = 'short-lived@brewery.example';
  await follow(email, id);
  expect(await (await visitor.fetch('/harvest')).text()).toContain('Short-lived');

  await wren.send('DELETE /api/products/admin/:id', { params: { id: product.id } });

  for (const path of ['/harvest', '/harvest.ics', '/harvest.xml', '/api/harvests'])
    expect(await (await visitor.fetch(path)).text()).not.toContain('Short-lived');
  const late = await visitor.attempt('POST /api/alerts', { body: { email: 'late@b.example', harvest_id: id } });
  expect(late.status).toBe(404);
  const { data: managed } = await wren.send('GET /api/harvests/admin');
  expect(managed.find((each) => each.id === id)).toMatchObject({ hop: 'Short-lived', hidden: true, followers: 1 });
  await wren.send('DELETE /api/harvests/admin/:id', { params: { id } });
  expect((await emailsTo(email)).at(-1)?.subject).toBe('Short-lived harvest: called off');
});

test('a harvest of no product, and an alert about no harvest, are 404', async () => {
  const product = await wren.attempt('POST /api/harvests/admin', { body: { ...draft, product_id: 999_999 } });
  const alert = await visitor.attempt('POST /api/alerts', { body: { email: 'a@b.example', harvest_id: 999_999 } });
  const both = await visitor.attempt('POST /api/alerts', {
    body: { email: 'a@b.example', harvest_id: 1, product_id: 1 },
  });

  expect([product.status, alert.status, both.status]).toEqual([404, 404, 422]);
});

test('the feed and search engines have the harvests', async () => {
  const harvest = await add({ expected_on: '2027-10-01', note: 'A < B & C' });
  const feed = await (await visitor.fetch('/harvest.xml')).text();
  const page = await (await visitor.fetch('/harvest')).text();
  const sitemap = await (await visitor.fetch('/sitemap.xml')).text();

  expect(feed).toContain('<title>Triple Pearl: ripening, expected October 1, 2027</title>');
  expect(feed).toContain('A &lt; B &amp; C');
  expect(feed).toContain(`#harvest-${harvest.id}`);
  expect(page).toContain('"startDate":"2027-10-01"');
  expect(sitemap).toContain('/harvest</loc>');
});
