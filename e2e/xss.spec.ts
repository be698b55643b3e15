// Hostile text goes through every field that is shown, and nothing of it runs, fetches or stands in a page as markup.
// The policy against inline script is switched off here: the cleaning alone must be enough.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { asStaff } from '#e2e/support/staff-login.ts';
import { vectors } from '#e2e/support/xss-vectors.ts';

type Shop = { url: string; staff: Record<string, string> };
type Written = {
  page: string;
  /** What became of its HTML. */
  clean: string;
  remove(): Promise<unknown>;
};
type Place = { list: string; write(shop: Shop, text: string): Promise<Written | undefined> };

/** Where hostile text is put, ten at a time; a further kind of thing is a line here. */
const places: Place[] = [{ list: pagePaths.blogs, write: writePost }];

const GROUPS = 4;
const groups = Array.from({ length: GROUPS }, (_, group) => vectors.filter((_, index) => index % GROUPS === group));

test.use({ bypassCSP: true });

test('there are 300 of them, each once', () => {
  expect(new Set(vectors).size).toBe(vectors.length);
  expect(vectors.length).toBeGreaterThanOrEqual(300);
});

for (const [number, texts] of groups.entries())
  test(`nothing runs in public or in the back office, part ${number + 1} of ${GROUPS}`, async ({
    page,
    shop,
    expected,
  }) => {
    test.setTimeout(60_000);
    // A picture that is named as ours are, and is not there.
    expected.push(/0123456789abcdef-8x8/);
    const ran = await watch(page, shop);
    await asStaff(page, shop);
    const written: Written[] = [];

    for (let start = 0; start < texts.length; start += 10)
      for (const { list, write } of places) {
        const made = await Promise.all(texts.slice(start, start + 10).map((text) => write(shop, text)));
        const ten = made.filter((one) => one !== undefined);
        written.push(...ten);
        // The first ten are taken over by the browser here; the titles of all of them in the back office.
        if (start === 0) await isHarmless(page, list);
        expect(await wrongInDocuments(page, [list, ...ten.map((each) => each.page)])).toEqual([]);
        expect(await wrongInFeed(page)).toEqual([]);
      }
    const all = await writePost(shop, 'All of it', written.map(({ clean }) => clean).join(''));
    await isHarmless(page, all?.page ?? '');
    await page.goto(pagePaths.blogManagement);
    await lookThroughOffice(page);

    expect(ran).toEqual([]);
    await Promise.all([all, ...written].map((one) => one?.remove()));
  });

test('nothing of it runs from the fields of products and orders, in public or in the back office', async ({
  page,
  shop,
  expected,
}) => {
  test.setTimeout(120_000);
  expected.push(/status of 404/);
  const ran = await watch(page, shop);
  await asStaff(page, shop);
  const storable = vectors.filter((text) => !text.includes('\0'));
  const written: Written[] = [];

  for (let start = 0; start < storable.length; start += FIELDS)
    written.push(await writeProduct(shop, storable.slice(start, start + FIELDS)));
  const orders = storable.slice(0, 30);
  for (const text of orders) await writeOrder(shop, text);

  expect(await (await fetch(`${shop.url}/api/products`)).json()).toMatchObject({
    data: { length: written.length + 2 },
  });
  for (const path of [pagePaths.products, pagePaths.placeOrder, pagePaths.home, pagePaths.productManagement])
    await isHarmless(page, path);
  await expect(page.getByRole('row')).toHaveCount(written.length + 3);
  expect(await wrongOn(page)).toEqual([]);
  expect(
    await wrongInDocuments(
      page,
      written.map((each) => each.page),
    ),
  ).toEqual([]);
  for (const number of [1, 2, 3]) {
    await isHarmless(page, `${pagePaths.orderManagement}?page=${number}`);
    await expect(page.getByRole('row')).toHaveCount(11);
  }
  expect(ran).toEqual([]);
  for (const { remove } of written) await remove();
});

const FIELDS = 5;

/** Five of them in the five texts of a product, as far as they fit. */
async function writeProduct(shop: Shop, texts: string[]): Promise<Written> {
  const [url, headers] = [`${shop.url}/api/products/admin`, shop.staff];
  const body = new FormData();
  for (const [index, field] of ['name', 'type', 'flavor', 'aromas', 'description'].entries())
    body.set(field, (texts[index] ?? 'hop').slice(0, 80));
  for (const field of ['alpha_acid', 'beta_acid', 'total_oil', 'price', 'stock']) body.set(field, '1');
  body.set('image', new Blob([dot]), 'dot.png');
  const response = await fetch(url, { method: 'POST', headers, body });
  expect([texts, response.status]).toEqual([texts, 200]);
  const { data } = await response.json();
  const remove = () => fetch(`${url}/${data.id}`, { method: 'DELETE', headers });
  return { page: pagePaths.product(data.slug), clean: '', remove };
}

async function writeOrder(shop: Shop, text: string): Promise<void> {
  const response = await fetch(`${shop.url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: {
        ...{ productId: 1, quantity: 1, locationOption: 'pickup' },
        ...{ name: text.slice(0, 200), address: text.slice(0, 500), phone: text.slice(0, 50) },
      },
    }),
  });
  expect([text, response.status]).toEqual([text, 200]);
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** In title and text alike. One character that no database of ours can hold is refused. */
async function writePost(shop: Shop, text: string, content = text): Promise<Written | undefined> {
  const [url, headers] = [`${shop.url}/api/admin/blogs`, shop.staff];
  const body = new FormData();
  body.set('title', text);
  body.set('content', content);
  const response = await fetch(url, { method: 'POST', headers, body });
  expect([text, response.status]).toEqual([text, text.includes('\0') ? 422 : 200]);
  if (!response.ok) return undefined;
  const { data } = await response.json();
  const remove = () => fetch(`${url}/${data.id}`, { method: 'DELETE', headers });
  return { page: pagePaths.blog(data.id), clean: data.content, remove };
}

/** Whatever runs, asks or speaks to a stranger is noted. */
async function watch(page: Page, shop: Shop): Promise<string[]> {
  const ran: string[] = [];
  await page.exposeFunction('pwned', (what: string) => ran.push(what));
  await page.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'msgbox'])
      Object.assign(window, { [name]: () => Reflect.get(window, 'pwned')(`${name} on ${location.href}`) });
  });
  await page.addInitScript(findWrong);
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== shop.url) ran.push(`a request to ${request.url()}`);
  });
  return ran;
}

/** Gives the page `wrongIn`: what must not stand in a document, nor in what staff wrote. Runs in the browser. */
function findWrong() {
  // The page's own style is the only one in its head; a second one would make both suspect.
  const styles = 'style:not(head > style:only-of-type)';
  const nowhere = `script:not([src^="/assets/"], [type$="json"]), iframe, frame, object, embed, base, ${styles}, math`;
  const written = 'p, br, h1, h2, h3, strong, em, u, s, ol, ul, li, blockquote, a, img, picture, source';
  const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'data', 'poster', 'background'];
  const isWrong = ({ name, value }: Attr) =>
    name.startsWith('on') ||
    name === 'style' ||
    (addresses.includes(name) && /^\W*(java|vb)script:|^\W*data:|evil\.example/i.test(value));
  const wrongIn = (root: ParentNode, text: string) => [
    ...[...root.querySelectorAll('*')].filter(({ attributes }) => [...attributes].some(isWrong)),
    ...root.querySelectorAll(nowhere),
    ...[...root.querySelectorAll(text)].filter((element) => !element.matches(written)),
  ];
  Object.assign(window, {
    wrongIn: (root: ParentNode, text: string) => wrongIn(root, text).map(({ outerHTML }) => outerHTML),
  });
}

async function isHarmless(page: Page, path: string) {
  await page.goto(path);
  expect(await wrongOn(page)).toEqual([]);
}

const wrongOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'wrongIn')(document, '.post-text *'));

/** Documents as the server sends them, read by the browser and not shown. */
function wrongInDocuments(page: Page, addresses: string[]): Promise<string[]> {
  return page.evaluate(async (paths) => {
    const texts = await Promise.all(paths.map(async (path) => (await fetch(path)).text()));
    return texts.flatMap((text) =>
      Reflect.get(window, 'wrongIn')(new DOMParser().parseFromString(text, 'text/html'), '.post-text *'),
    );
  }, addresses);
}

/** The feed carries the ten newest posts; a reader shows their HTML. */
function wrongInFeed(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const parser = new DOMParser();
    const feed = parser.parseFromString(await (await fetch('/feed.xml')).text(), 'application/xml');
    const contents = [...feed.querySelectorAll('entry content')].map(({ textContent }) => textContent ?? '');
    return [
      ...[...feed.querySelectorAll('parsererror')].map(({ textContent }) => textContent),
      ...contents.flatMap((text) =>
        Reflect.get(window, 'wrongIn')(parser.parseFromString(text, 'text/html'), 'body *'),
      ),
    ];
  });
}

/** Every page of the list, and of each the first post in the editor: on the first page that is all of them in one. */
async function lookThroughOffice(page: Page) {
  const place = page.getByText(/^Page \d+ of \d+$/);
  for (;;) {
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible();
    expect(await wrongOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const next = page.getByRole('button', { name: 'Next' });
    if (await next.isDisabled()) return;
    const before = await place.innerText();
    await next.click();
    await expect(place).not.toHaveText(before);
  }
}
