import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { listDue, take } from './subscriptions.store.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const shop = await openTestShop({ settings: { SMTP_URL: smtp.url, MAIL_FROM: 'hops@farm.example', LIMITS: 'off' } });
const { visitor, clock, database } = shop;
const wren = lastingClient(shop, 'wren');

const ask = (email: string, product_id?: number) =>
  visitor.send('POST /api/alerts', { body: { email, ...(product_id && { product_id }) } });
const emailsTo = (recipient: string) =>
  database.db
    .selectFrom('emails')
    .select(['subject', 'text', 'unsubscribe_url'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
const tokenIn = (text = '') => /\/alerts\?key=([\w-]+)/.exec(text)?.[1] ?? '';
const askedToken = async (email: string) => tokenIn((await emailsTo(email)).at(-1)?.text);

async function subscribe(email: string, product_id?: number): Promise<string> {
  await ask(email, product_id);
  const token = await askedToken(email);
  await visitor.send('POST /api/alerts/:token/confirmation', { params: { token } });
  return token;
}

async function addSoldOutHop(): Promise<number> {
  const form = { ...cascade, name: `Cascade ${randomUUID()}`, stock: 0 };
  return (await wren.send('POST /api/products/admin', { form, picture })).data.id;
}

const harvest = (product_id: number, pounds: number) =>
  wren.send('POST /api/stock-moves', { body: { product_id, kind: 'harvest', pounds, note: '', key: randomUUID() } });
const newAddress = (name: string) => `${name}-${randomUUID()}@brewery.example`;

async function addPost(body: { published_at?: string } = {}): Promise<number> {
  const form = { title: `The cones are in ${randomUUID()}`, content: '<p>Come and smell them.</p>', ...body };
  return (await wren.send('POST /api/admin/blogs', { form, picture })).data.id;
}

test('who confirmed gets one email when the hop is back, and nobody else gets any', async () => {
  const id = await addSoldOutHop();
  const addresses = [newAddress('dana'), newAddress('unsure'), newAddress('gone')] as const;
  const [dana, unsure, gone] = addresses;
  const token = await subscribe(dana, id);
  await ask(unsure, id);
  await visitor.send('DELETE /api/alerts/:token', { params: { token: await subscribe(gone, id) } });
  await shop.jobs.runNow('back in stock');

  await harvest(id, 50);
  await Promise.all([shop.jobs.runNow('back in stock'), shop.jobs.runNow('back in stock')]);
  await shop.jobs.runNow('back in stock');

  const emails = await Promise.all(addresses.map(emailsTo));
  expect(emails.map((each) => each.map(({ subject }) => subject.replace(/Cascade \S+/, 'Cascade')))).toEqual([
    ['Confirm: email me when Cascade is back', 'Cascade is back'],
    ['Confirm: email me when Cascade is back'],
    ['Confirm: email me when Cascade is back'],
  ]);
  expect(emails[0]?.[1]?.text).toContain('50 lbs');
  expect(emails[0]?.[0]?.unsubscribe_url).toBeNull();
  expect(await visitor.send('GET /api/alerts/:token', { params: { token } })).toEqual({
    data: { state: 'none', hop: null, harvest_on: null },
  });
});

test('a link says what it is for, and confirming twice is confirming once', async () => {
  const id = await addSoldOutHop();
  const email = newAddress('once');
  await ask(email, id);
  const token = await askedToken(email);
  const params = { token };

  const { data: asked } = await visitor.send('GET /api/alerts/:token', { params });
  const { data: confirmed } = await visitor.send('POST /api/alerts/:token/confirmation', { params });
  const { data: again } = await visitor.send('POST /api/alerts/:token/confirmation', { params });

  expect(asked).toMatchObject({ state: 'asked', hop: { name: expect.stringContaining('Cascade') } });
  expect([confirmed.state, again.state]).toEqual(['confirmed', 'confirmed']);
});

test('asking again sends the link again after a while, and never to a confirmed address', async () => {
  const email = newAddress('again');
  await ask(email);
  await ask(email.toUpperCase());
  expect(await emailsTo(email)).toHaveLength(1);
  clock.now = new Date(clock.now.getTime() + 16 * 60_000);
  await ask(email);
  expect(await emailsTo(email)).toHaveLength(2);
  await visitor.send('POST /api/alerts/:token/confirmation', { params: { token: await askedToken(email) } });
  clock.now = new Date(clock.now.getTime() + 16 * 60_000);

  const answer = await ask(email);

  expect(answer).toEqual({ message: 'Check your inbox: the link in our email confirms your address.' });
  expect(await emailsTo(email)).toHaveLength(2);
});

test('bad requests are told what is wrong, and change nothing', async () => {
  const attempts = await Promise.all([
    visitor.attempt('POST /api/alerts', { body: { email: 'dana' } }),
    visitor.attempt('POST /api/alerts', { body: { email: newAddress('x'), product_id: 0 } }),
    visitor.attempt('POST /api/alerts', { body: { email: newAddress('x'), product_id: 999_999 } }),
  ]);

  expect(attempts.map(({ status }) => status)).toEqual([422, 422, 404]);
  expect(attempts[0]?.body).toMatchObject({ errors: { email: ["That doesn't look like an email address."] } });
});

test('mail programs end a subscription with one click, as RFC 8058 has it', async () => {
  const bodies: [string, string][] = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ];
  for (const [type, body] of bodies) {
    const email = newAddress('clicks');
    await subscribe(email);
    const post = await addPost();
    await wren.send('POST /api/newsletters/:id', { params: { id: post } });
    await shop.jobs.runNow('newsletters');
    await shop.jobs.runNow('mail');
    const headers = (
      smtp.received.find(({ to, message }) => to === email && message.includes('The cones are in'))?.message ?? ''
    )
      .split('\n\n')[0]
      ?.replace(/\n\s+/g, ' ');
    const url = /List-Unsubscribe: <([^>]+)>/.exec(headers ?? '')?.[1] ?? '';
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

    const response = await visitor.fetch(`/alerts${new URL(url).search}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      redirect: 'manual',
    });

    expect([response.status, await response.text()]).toEqual([200, 'You get no more of these emails.\n']);
    const token = tokenIn(url);
    expect((await visitor.send('GET /api/alerts/:token', { params: { token } })).data.state).toBe('none');
  }
});

test('without script the page confirms and stops by form', async () => {
  const email = newAddress('form');
  await ask(email);
  const token = await askedToken(email);
  const post = (body: string) =>
    visitor.fetch(`/alerts?key=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
    });
  const stateOf = async () => (await visitor.send('GET /api/alerts/:token', { params: { token } })).data.state;

  const response = await post('do=confirm');

  expect([response.status, response.headers.get('location')]).toEqual([303, `/alerts?key=${token}`]);
  expect(await stateOf()).toBe('confirmed');
  await post('anything');
  expect(await stateOf()).toBe('confirmed');
  await post('do=stop');
  expect(await stateOf()).toBe('none');
});

test('a post goes to everyone who wants the news, once, in batches', async () => {
  const id = await addPost();
  const before = (await wren.send('GET /api/newsletters/:id', { params: { id } })).data;
  const rows = Array.from({ length: 230 }, (_, n) => ({
    email: `news${n}-${id}@brewery.example`,
    token: randomUUID(),
    asked_at: clock.now.toISOString(),
    confirmed_at: n % 23 === 0 ? null : clock.now.toISOString(),
  }));
  await database.transaction([], (tx) =>
    tx
      .insertInto('subscriptions')
      .values(rows.map((row) => ({ ...row, product_id: null })))
      .execute(),
  );
  const { data: preview } = await wren.send('GET /api/newsletters/:id', { params: { id } });
  expect(preview.subscribers - before.subscribers).toBe(220);
  expect(preview.text).toContain('Come and smell them.');

  const starts = await Promise.all([1, 2].map(() => wren.attempt('POST /api/newsletters/:id', { params: { id } })));
  await shop.jobs.runNow('newsletters');
  await shop.jobs.runNow('newsletters');

  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { data: sent } = await wren.send('GET /api/newsletters/:id', { params: { id } });
  expect(sent).toMatchObject({ emails: preview.subscribers, finished_at: clock.now.toISOString() });
  const queued = await database.db
    .selectFrom('emails')
    .select('recipient')
    .where('subject', '=', preview.subject)
    .execute();
  expect(queued).toHaveLength(preview.subscribers);
  expect(new Set(queued.map(({ recipient }) => recipient)).size).toBe(preview.subscribers);
  const { data: audit } = await wren.send('GET /api/audit');
  expect(audit.filter(({ action, subject_id }) => action === 'post sent as news' && subject_id === id)).toHaveLength(1);
});

test('who unsubscribes while a post is on its way does not get it any more', async () => {
  const [stays, leaves] = [newAddress('stays'), newAddress('leaves')];
  await subscribe(stays);
  const token = await subscribe(leaves);
  const id = await addPost();
  await wren.send('POST /api/newsletters/:id', { params: { id } });
  await shop.jobs.runNow('newsletters');

  await visitor.send('DELETE /api/alerts/:token', { params: { token } });

  const { subject } = (await wren.send('GET /api/newsletters/:id', { params: { id } })).data;
  const subjects = async (email: string) => (await emailsTo(email)).map((each) => each.subject);
  expect(await subjects(stays)).toContain(subject);
  expect(await subjects(leaves)).not.toContain(subject);
});

test('a post that was taken back is not sent until it is published again', async () => {
  const email = newAddress('patient');
  await subscribe(email);
  const id = await addPost({ published_at: '' });
  const started = { post_id: id, account_id: null, started_at: clock.now.toISOString() };
  await database.transaction([], (tx) => tx.insertInto('newsletters').values(started).execute());

  await shop.jobs.runNow('newsletters');
  expect(await emailsTo(email)).toHaveLength(1);
  const form = { title: 'The cones are in, again', published_at: 'now' };
  await wren.send('PUT /api/admin/blogs/:id', { params: { id }, form });
  await shop.jobs.runNow('newsletters');

  expect((await emailsTo(email)).map(({ subject }) => subject).slice(1)).toEqual([form.title]);
});

test('an email that someone waits for goes out before a newsletter that was queued earlier', async () => {
  const id = await addPost();
  const rows = Array.from({ length: 60 }, (_, n) => ({
    email: `crowd${n}-${id}@brewery.example`,
    token: randomUUID(),
    asked_at: clock.now.toISOString(),
    confirmed_at: clock.now.toISOString(),
  }));
  await database.transaction([], (tx) => tx.insertInto('subscriptions').values(rows).execute());
  await wren.send('POST /api/newsletters/:id', { params: { id } });
  await shop.jobs.runNow('newsletters');
  const email = newAddress('hurry');
  await ask(email);

  await shop.jobs.runNow('mail');

  expect(smtp.received.some(({ to }) => to === email)).toBe(true);
});

test('a hop that sold out again before anyone was told stays awaited; one that was deleted does not', async () => {
  const [id, deleted] = [await addSoldOutHop(), await addSoldOutHop()];
  const [waits, leaves] = [newAddress('waits'), newAddress('leaves')];
  const token = await subscribe(waits, id);
  const gone = await subscribe(leaves, deleted);
  await harvest(id, 5);
  await database.transaction([], async (tx) => {
    const due = await listDue(tx, 1000);
    await tx.updateTable('products').set({ stock: 0 }).where('id', '=', id).execute();
    expect(await take(tx, due)).toEqual([]);
    await tx.updateTable('products').set({ stock: 5 }).where('id', '=', id).execute();
  });
  await wren.send('DELETE /api/products/admin/:id', { params: { id: deleted } });

  await shop.jobs.runNow('clean-up');

  const stateOf = async (key: string) =>
    (await visitor.send('GET /api/alerts/:token', { params: { token: key } })).data.state;
  expect([await stateOf(token), await stateOf(gone)]).toEqual(['confirmed', 'none']);
  await shop.jobs.runNow('back in stock');
  expect((await emailsTo(waits)).at(-1)?.text).toContain('5 lbs');
});

test('a draft is not sent', async () => {
  const id = await addPost({ published_at: '2030-01-01T17:00:00.000Z' });

  const attempt = await wren.attempt('POST /api/newsletters/:id', { params: { id } });

  expect(attempt).toMatchObject({ status: 409, body: { message: 'Publish the post before you send it.' } });
});

test('addresses that nobody confirmed are forgotten after a week', async () => {
  const [asked, confirmed] = [newAddress('asked'), newAddress('confirmed')];
  await ask(asked);
  await subscribe(confirmed);
  clock.now = new Date(clock.now.getTime() + 8 * 86_400_000);

  await shop.jobs.runNow('clean-up');

  const rows = await database.db.selectFrom('subscriptions').select('email').execute();
  expect(rows.filter(({ email }) => [asked, confirmed].includes(email))).toEqual([{ email: confirmed }]);
});
