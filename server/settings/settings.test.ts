import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { type SectionName, sectionNames } from '#contracts/setting-sections.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { makeStaff } from '#server/testing/make-staff.ts';
import { picture } from '#server/testing/product-fixtures.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, url } = shop;
const wren = await shop.as('wren');
const { farm, faqs } = defaultSettings;

const textOf = async (path: string) => (await fetch(url + path)).text();
const current = async (section: SectionName) =>
  (await wren.send('GET /api/settings/:section', { params: { section } })).data;
async function save(section: SectionName, value: Record<string, unknown>) {
  const { version } = await current(section);
  return (await wren.send('PUT /api/settings/:section', { params: { section }, body: { version, value } })).data;
}
const attempt = async (section: SectionName, value: Record<string, unknown>) =>
  wren.attempt('PUT /api/settings/:section', {
    params: { section },
    body: { version: (await current(section)).version, value },
  });

test('a new shop starts with its own texts', async () => {
  expect(await current('farm')).toEqual({ section: 'farm', version: 0, value: farm, saved_at: null, saved_by: null });
});

test('everything that shows a fact follows at once', async () => {
  const pages = [
    '/',
    '/contact-us',
    '/products',
    '/nowhere',
    '/manifest.webmanifest',
    '/feed.xml',
    '/api/docs',
    '/dashboard',
  ];
  for (const page of pages) expect(await textOf(page)).toContain('Heron Slough Ranch');

  const saved = await save('farm', { ...farm, brand: 'Kingfisher Hops', phone: '(707) 555-0199' });
  expect(saved).toMatchObject({ version: 1, saved_by: 'Farm office', saved_at: clock.now.toISOString() });

  for (const page of pages) {
    const text = await textOf(page);
    expect(text, page).toContain('Kingfisher Hops');
    expect(text.replaceAll('www.', ''), page).not.toContain('Heron Slough Ranch');
  }
  const contact = await textOf('/contact-us');
  expect(contact).toContain('tel:+17075550199');
  expect(contact).toContain('"telephone":"+17075550199"');
});

test('emails show the new facts, and order notices go to every address', async () => {
  await save('farm', { ...farm, phone: '(530) 555-0111', order_notices: ['yard@farm.example', 'desk@farm.example'] });
  const buyer = { name: 'Ada', phone: '(707) 555-0188', locationOption: 'pickup' };
  const body = { sourceId: 'cnon:card-nonce-ok', amount: 1600, orderDetails: { ...buyer, productId: 1, quantity: 1 } };
  await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  const mails = await shop.mails();
  const notices = mails.filter((mail) => mail.includes('New paid order'));
  expect(
    notices.map((mail) => /^To: (.*)/m.exec(mail)?.[1]?.trim()).toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual(['desk@farm.example', 'yard@farm.example']);
  expect(notices[0]).toContain('(530) 555-0111');
});

test('delivery distances are measured from the new pin', async () => {
  const miles = async () =>
    (await visitor.send('GET /api/delivery-areas/:zip', { params: { zip: '94571' } })).data.miles;
  const before = await miles();
  await save('farm', {
    ...farm,
    address: { ...farm.address, town: 'Davis', zip: '95616' },
    pin: { latitude: 38.55, longitude: -121.75 },
  });

  expect(await miles()).toBeGreaterThan(before + 10);
});

test('a low-stock limit counts on the dashboard', async () => {
  const lowStock = async () => (await wren.send('GET /api/dashboard/admin')).data.products.low_stock;
  await save('farm', { ...farm, low_stock: 0 });
  expect(await lowStock()).toBe(0);
  await save('farm', { ...farm, low_stock: 100_000 });
  expect(await lowStock()).toBe(2);
});

test('words follow on their pages', async () => {
  await save('faqs', { ...faqs, questions: [{ question: 'Is there a dog?', answer: ['Two.', 'Both bark.'], id: '' }] });

  const page = await textOf('/faqs');
  expect(page).toContain('Both bark.');
  expect(page).toContain('id="is-there-a-dog"');
  expect(page).toContain('"@type":"Question","name":"Is there a dog?"');
  expect(page).not.toContain('What size bags');
});

test('questions without a link name get one that no other has', async () => {
  const question = { question: 'Dogs?', answer: ['Yes.'] };
  const { value } = await save('faqs', {
    ...faqs,
    questions: [
      { ...question, id: 'dogs' },
      { ...question, id: '' },
      { question: '¿?', answer: ['.'], id: '' },
    ],
  });

  expect(value).toMatchObject({ questions: [{ id: 'dogs' }, { id: 'dogs-2' }, { id: 'question' }] });
});

test('a person who saves an older version gets the current one, and nothing is saved', async () => {
  const { version } = await save('farm', farm);
  const params = { section: 'farm' as const };
  const stale = { version: version - 1, value: { ...farm, brand: 'Too Late' } };
  const { status, body: data } = await wren.attempt('PUT /api/settings/:section', { params, body: stale });

  expect(status).toBe(409);
  expect(data).toMatchObject({
    message: 'Someone else changed this section. Nothing was saved.',
    current: { version },
  });
  expect((await current('farm')).version).toBe(version);
});

test('of several saves at the same time one wins', async () => {
  const { version } = await current('story');
  const params = { section: 'story' as const };
  const saves = await Promise.all(
    [1, 2, 3, 4].map((number) =>
      wren.attempt('PUT /api/settings/:section', {
        params,
        body: { version, value: { ...defaultSettings.story, description: `Number ${number}` } },
      }),
    ),
  );

  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await current('story')).version).toBe(version + 1);
});

test('versions are listed newest first, and an earlier one comes back as a new one', async () => {
  const params = { section: 'home' as const };
  const { home } = defaultSettings;
  await save('home', { ...home, breweries: 'First.' });
  await save('home', { ...home, breweries: 'Second.' });
  const { data } = await wren.send('POST /api/settings/:section/restore', { params, body: { version: 2, restore: 1 } });
  expect(data).toMatchObject({ version: 3, value: { breweries: 'First.' } });
  expect(await textOf('/')).toContain('First.');

  const versions = (await wren.send('GET /api/settings/:section/versions', { params, query: {} })).data;
  expect(versions.map((each) => [each.version, each.value.breweries])).toEqual([
    [3, 'First.'],
    [2, 'Second.'],
    [1, 'First.'],
    [0, home.breweries],
  ]);
  expect(
    (await wren.attempt('POST /api/settings/:section/restore', { params, body: { version: 3, restore: 9 } })).status,
  ).toBe(404);
});

const hero = defaultSettings.home.hero;
test.each<[SectionName, string, string, Record<string, unknown>]>([
  ['farm', 'brand', 'This cannot be empty.', { ...farm, brand: ' ' }],
  ['farm', 'brand', 'Use at most 60 characters; this has 61.', { ...farm, brand: 'x'.repeat(61) }],
  ['farm', 'tagline', 'Write one line.', { ...farm, tagline: 'a\nb' }],
  ['farm', 'tagline', 'Write plain text, without HTML.', { ...farm, tagline: '<script>alert(1)</script>' }],
  ['farm', 'email', 'Enter an email address, like hops@farm.example.', { ...farm, email: 'hops.farm.example' }],
  ['farm', 'phone', 'Enter a phone number with its area code.', { ...farm, phone: '12' }],
  ['farm', 'order_notices', 'This cannot be empty.', { ...farm, order_notices: [] }],
  [
    'farm',
    'order_notices',
    'c: Enter an email address, like hops@farm.example.',
    { ...farm, order_notices: ['a@b.example', 'c'] },
  ],
  [
    'farm',
    'pin.latitude',
    'The pin is 486 miles from ZIP code 95641. Check both.',
    { ...farm, pin: { latitude: 36, longitude: -130 } },
  ],
  ['farm', 'pin.latitude', 'Enter a number from -90 to 90.', { ...farm, pin: { latitude: 91, longitude: 0 } }],
  ['farm', 'address.zip', "We don't recognize this ZIP code.", { ...farm, address: { ...farm.address, zip: '00000' } }],
  ['farm', 'low_stock', 'Enter a whole number from 0 to 100000.', { ...farm, low_stock: 1.5 }],
  ['farm', 'time_zone', 'Choose one from the list.', { ...farm, time_zone: 'Delta' }],
  [
    'farm',
    'social.0.url',
    'Enter a web address that starts with https://.',
    { ...farm, social: [{ name: 'x', url: 'javascript:alert(1)' }] },
  ],
  ['home', 'hero.lines', 'Write 3 lines.', { ...defaultSettings.home, hero: { ...hero, lines: ['one'] } }],
  ['faqs', 'questions', 'Questions must have 1 to 60 entries.', { ...faqs, questions: [] }],
  [
    'faqs',
    'questions.0.answer',
    'Send a list of texts.',
    { ...faqs, questions: [{ question: 'x', answer: 'y', id: '' }] },
  ],
  ['story', 'description', 'Send a text.', {}],
])('%s with a wrong %s is refused: %s', async (section, field, message, value) => {
  const before = await current(section);
  const { status, body: data } = await attempt(section, value);

  expect(status).toBe(422);
  expect(Object(data).errors).toMatchObject({ [field]: [message] });
  expect(await current(section)).toEqual(before);
});

test('10 MB of words are refused', async () => {
  const before = await current('farm');
  const { status, body } = await attempt('farm', { ...farm, tagline: 'x'.repeat(10_000_000) });
  expect([status, body]).toEqual([413, { message: 'The request is too large.' }]);
  expect(await current('farm')).toEqual(before);
});

test('the contact page leads to the answer about tours only if there is one', async () => {
  await save('faqs', faqs);
  expect(await textOf('/contact-us')).toContain('href="/faqs#tours"');
  await save('faqs', { ...faqs, questions: faqs.questions.filter(({ id }) => id !== 'tours') });
  expect(await textOf('/contact-us')).not.toContain('#tours');
  expect(await textOf('/contact-us')).toContain(farm.tours);
  expect(await textOf('/about-us')).not.toContain('#tours');
});

test('the time zone cannot change after the first order', async () => {
  const { status, body: data } = await attempt('farm', { ...farm, time_zone: 'America/New_York' });
  expect(status).toBe(422);
  expect(Object(data).errors.time_zone[0]).toContain('There are orders already');
});

test('saves are in the audit trail', async () => {
  await save('breweries', defaultSettings.breweries);
  const { data } = await wren.send('GET /api/audit', { query: {} });
  expect(data[0]).toMatchObject({ who: 'Farm office', action: 'settings saved', subject: 'Breweries', subject_id: 1 });
});

test('what order notices go to is not on any page', async () => {
  await save('farm', { ...farm, order_notices: ['secret-notices@farm.example'] });
  for (const page of ['/', '/contact-us', '/dashboard']) expect(await textOf(page)).not.toContain('secret-notices');
});

test('a preview shows unsaved words to everyone who has the link, for an hour, and publishes nothing', async () => {
  const params = { section: 'story' as const };
  const value = { ...defaultSettings.story, first: { ...defaultSettings.story.first, heading: 'Not yet' } };
  const { data } = await wren.send('POST /api/settings/:section/previews', { params, body: { value } });
  const response = await fetch(url + data.url);
  const page = await response.text();

  expect(page).toContain('<h2>Not yet</h2>');
  expect(page).toContain('Preview: this is not published yet.');
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain('<script type="module"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await textOf('/about-us')).not.toContain('Not yet');

  clock.now = new Date(clock.now.getTime() + 61 * 60_000);
  expect((await fetch(url + data.url)).status).toBe(404);
  expect((await fetch(`${url}/preview/unknown`)).status).toBe(404);
});

test('a preview of the farm shows its unsaved facts', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  const owner = apiClient(url, token);
  const value = { ...farm, hours: 'never on Sundays' };
  const params = { section: 'farm' as const };
  const { data } = await owner.send('POST /api/settings/:section/previews', { params, body: { value } });

  expect(await textOf(data.url)).toContain('Never on Sundays');
  expect(await textOf('/contact-us')).not.toContain('Never on Sundays');
});

test.each(['privacy', 'terms', 'refunds'])('/%s shows its text, but no note for the owner', async (page) => {
  const text = await textOf(`/${page}`);
  expect(text).toContain('<h2>');
  expect(text).not.toContain('[Owner');
  expect(await textOf('/')).toContain(`href="/${page}"`);
});

test.each(['writer', 'staff'] as const)('a %s may edit the gallery and no other section', async (role) => {
  const account = { name: role, email: `${role}-settings@farm.example`, password: 'nine herons on a gate' };
  await visitor.send('POST /api/register', { body: account });
  await makeStaff(shop.database, account.email, role);
  const client = apiClient(url, (await visitor.send('POST /api/login', { body: account })).token);
  for (const section of sectionNames) {
    const { status } = await client.attempt('GET /api/settings/:section', { params: { section } });
    expect(status, section).toBe(section === 'gallery' ? 200 : 403);
    const body = { version: 99, value: defaultSettings[section] };
    const saved = await client.attempt('PUT /api/settings/:section', { params: { section }, body });
    expect(saved.status, section).toBe(section === 'gallery' ? 409 : 403);
  }
});

test('hidden pictures are not in the gallery', async () => {
  const { gallery } = defaultSettings;
  const [first, second] = gallery.pictures;
  await save('gallery', { note: 'Two.', pictures: [{ ...Object(first), hidden: true }, second] });

  const { data } = await visitor.send('GET /api/words/gallery');
  expect(data).toMatchObject({ note: 'Two.', pictures: [{ folder: '/pictures/', caption: second?.caption }] });
  expect(await textOf('/shop')).not.toContain(first?.caption);
});

test('an uploaded picture goes into the gallery, and one that is not there is refused at its field', async () => {
  const { data } = await wren.send('POST /api/pictures', { form: {}, picture });
  const entry = { caption: 'Ours.', alt: 'A green square.', hidden: false };
  await save('gallery', { note: '', pictures: [{ ...entry, picture: data.name }] });
  expect(await textOf('/shop')).toContain(`/blogs/${data.name}`);
  const removed = await wren.attempt('DELETE /api/pictures/:name', { params: { name: data.name } });
  expect(removed).toMatchObject({ status: 409, body: { message: 'This picture is used: Gallery.' } });

  const missing = { ...entry, picture: '0123456789abcdef-60x40.jpg' };
  const { status, body } = await attempt('gallery', {
    note: '',
    pictures: [{ ...entry, picture: data.name }, missing],
  });
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    'pictures.1.picture': ['This picture is no longer in the library. Choose another.'],
  });
});

test('older versions come page by page, down to the original texts', async () => {
  const params = { section: 'breweries' as const };
  const { breweries } = defaultSettings.breweries;
  for (let count = 0; count < 22; count += 1)
    await save('breweries', { breweries: [...breweries, { name: `Brewery ${count}`, brews: '' }] });
  const list = async (query: { before?: number }) =>
    wren.send('GET /api/settings/:section/versions', { params, query });
  const first = await list({});
  expect([first.data.length, first.more]).toEqual([21, true]);

  const older = await list({ before: first.data.at(-2)?.version ?? 0 });
  expect(older.more).toBe(false);
  expect(older.data.at(-1)).toMatchObject({ version: 0, saved_by: null });
  expect(older.data[0]?.version).toBe(first.data.at(-1)?.version);
});

test('a farm saved before it could have a tax id has an empty one, and can be saved again', async () => {
  const { tax_id: _, ...older } = farm;
  const { version } = await current('farm');
  const saved = { section: 'farm', version: version + 1, saved_at: clock.now.toISOString(), account_id: null };
  const row = { ...saved, value: JSON.stringify(older) };
  await shop.database.transaction(['settings'], (tx) => tx.insertInto('settings_versions').values(row).execute());

  expect((await current('farm')).value).toEqual(farm);
  expect((await attempt('farm', { ...farm, tax_id: 'x'.repeat(31) })).body).toMatchObject({
    errors: { tax_id: ['Use at most 30 characters; this has 31.'] },
  });
  expect((await save('farm', { ...farm, tax_id: '94-1234567' })).value.tax_id).toBe('94-1234567');
});

test('the freight table answers at once, is on no page, and refuses the same row twice', async () => {
  const rows = [
    { miles: 3000, pounds: 22, price: 39 },
    { miles: 500, pounds: 22, price: 18 },
  ];
  const freightTo = async (pounds: number) =>
    (await visitor.send('GET /api/delivery-areas/:zip', { params: { zip: '97201' }, query: { pounds } })).data.freight;
  expect(await freightTo(22)).toBeNull();

  await save('freight', { carrier: 'Slough Freight', rows });
  expect(await freightTo(22)).toEqual({ carrier: 'Slough Freight', price: 39 });
  expect(await freightTo(23)).toBeNull();
  for (const page of ['/', '/products', '/api/words/home'])
    expect((await textOf(page)).includes('Slough Freight'), page).toBe(false);

  const repeated = { carrier: 'Slough Freight', rows: [...rows, { miles: 500, pounds: 22, price: 20 }] };
  expect(await attempt('freight', repeated)).toMatchObject({
    status: 422,
    body: { errors: { 'rows.2.pounds': ['There is a price up to 500 miles and 22 lbs already.'] } },
  });
  const odd = { carrier: '', rows: [{ miles: 0, pounds: 1.5, price: 'free' }] };
  expect(Object.keys((await attempt('freight', odd)).body.errors)).toEqual([
    ...['carrier', 'rows.0.miles', 'rows.0.pounds', 'rows.0.price'],
  ]);
  expect((await current('freight')).value).toEqual({ carrier: 'Slough Freight', rows });
  await save('freight', { carrier: 'UPS', rows: [] });
  expect(await freightTo(22)).toBeNull();
});

test.each(['0', '-1', '1.5', 'many', ''])('%s pounds are refused by name', async (pounds) => {
  const response = await visitor.fetch(`/api/delivery-areas/97201?pounds=${pounds}`);
  expect(response.status).toBe(422);
  expect(Object.keys((await response.json()).errors)).toEqual(['pounds']);
});
