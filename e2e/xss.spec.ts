// Puts hostile text into every visible field and checks that nothing runs, loads or ends up as markup. The content
// security policy is bypassed, so that sanitizing alone must be enough.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';
import { vectors } from '#e2e/support/xss-vectors.ts';

type Shop = { url: string; staff: Record<string, string> };
type Written = {
  page: string;
  /** Its HTML after sanitizing. */
  clean: string;
  remove(): Promise<unknown>;
};
type Target = { list: string; write(shop: Shop, text: string): Promise<Written | undefined> };

/** Where hostile text is stored, ten texts at a time. Add a line for each new kind of content. */
const targets: Target[] = [{ list: pagePaths.blogs, write: writePost }];

const GROUPS = 4;
const groups = Array.from({ length: GROUPS }, (_, group) => vectors.filter((_, index) => index % GROUPS === group));

test.use({ bypassCSP: true });

test('there are at least 300 distinct vectors', () => {
  expect(new Set(vectors).size).toBe(vectors.length);
  expect(vectors.length).toBeGreaterThanOrEqual(300);
});

for (const [number, texts] of groups.entries())
  test(`nothing in posts runs, part ${number + 1} of ${GROUPS}`, async ({ page, shop, expectedErrors }) => {
    test.setTimeout(60_000);
    // The URL looks like one of our pictures, which does not exist.
    expectedErrors.push(/0123456789abcdef-8x8/);
    const executed = await recordExecution(page, shop);
    await logInAsStaff(page, shop);
    const written: Written[] = [];

    for (let start = 0; start < texts.length; start += 10)
      for (const { list, write } of targets) {
        const results = await Promise.all(texts.slice(start, start + 10).map((text) => write(shop, text)));
        const ten = results.filter((result) => result !== undefined);
        written.push(...ten);
        // Hydrate the first ten here; all titles are checked in the back office.
        if (start === 0) await expectHarmless(page, list);
        expect(await problemsInDocuments(page, [list, ...ten.map((each) => each.page)])).toEqual([]);
        expect(await problemsInFeed(page)).toEqual([]);
      }
    const all = await writePost(shop, 'All of it', written.map(({ clean }) => clean).join(''));
    await expectHarmless(page, all?.page ?? '');
    await page.goto(pagePaths.blogManagement);
    await checkBlogManagement(page);

    expect(executed).toEqual([]);
    await Promise.all([all, ...written].map((item) => item?.remove()));
  });

test('nothing in products or orders runs', async ({ page, shop, expectedErrors }) => {
  test.setTimeout(120_000);
  expectedErrors.push(/status of 404/);
  const executed = await recordExecution(page, shop);
  await logInAsStaff(page, shop);
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
    await expectHarmless(page, path);
  await expect(page.getByRole('row')).toHaveCount(written.length + 3);
  expect(await problemsOn(page)).toEqual([]);
  expect(
    await problemsInDocuments(
      page,
      written.map((each) => each.page),
    ),
  ).toEqual([]);
  for (const number of [1, 2, 3]) {
    await expectHarmless(page, `${pagePaths.orderManagement}?page=${number}`);
    await expect(page.getByRole('row')).toHaveCount(11);
  }
  expect(executed).toEqual([]);
  for (const { remove } of written) await remove();
});

const FIELDS = 5;

/** Puts five texts into the five text fields of a product, truncated to fit. */
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

/** Puts the text into title and content. A null character is rejected, because no database can store it. */
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

/** Records everything that runs or contacts another host. */
async function recordExecution(page: Page, shop: Shop): Promise<string[]> {
  const executed: string[] = [];
  await page.exposeFunction('pwned', (what: string) => executed.push(what));
  await page.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'msgbox'])
      Object.assign(window, { [name]: () => Reflect.get(window, 'pwned')(`${name} on ${location.href}`) });
  });
  await page.addInitScript(installProblemFinder);
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== shop.url) executed.push(`a request to ${request.url()}`);
  });
  return executed;
}

/** Adds `findProblems` to the page: markup not allowed in a document or in post content. Runs in the browser. */
function installProblemFinder() {
  // The document has one style element of its own; a second one would flag both.
  const styles = 'style:not(head > style:only-of-type)';
  const forbidden = `script:not([src^="/assets/"], [type$="json"]), iframe, frame, object, embed, base, ${styles}, math`;
  const allowed = 'p, br, h1, h2, h3, strong, em, u, s, ol, ul, li, blockquote, a, img, picture, source';
  const urlAttributes = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'data', 'poster', 'background'];
  const isDangerous = ({ name, value }: Attr) =>
    name.startsWith('on') ||
    name === 'style' ||
    (urlAttributes.includes(name) && /^\W*(java|vb)script:|^\W*data:|evil\.example/i.test(value));
  const findProblems = (root: ParentNode, text: string) => [
    ...[...root.querySelectorAll('*')].filter(({ attributes }) => [...attributes].some(isDangerous)),
    ...root.querySelectorAll(forbidden),
    ...[...root.querySelectorAll(text)].filter((element) => !element.matches(allowed)),
  ];
  Object.assign(window, {
    findProblems: (root: ParentNode, text: string) => findProblems(root, text).map(({ outerHTML }) => outerHTML),
  });
}

async function expectHarmless(page: Page, path: string) {
  await page.goto(path);
  expect(await problemsOn(page)).toEqual([]);
}

const problemsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'findProblems')(document, '.post-text *'));

/** Checks documents as the server sends them, without rendering. */
function problemsInDocuments(page: Page, urls: string[]): Promise<string[]> {
  return page.evaluate(async (paths) => {
    const texts = await Promise.all(paths.map(async (path) => (await fetch(path)).text()));
    return texts.flatMap((text) =>
      Reflect.get(window, 'findProblems')(new DOMParser().parseFromString(text, 'text/html'), '.post-text *'),
    );
  }, urls);
}

/** Checks the ten newest posts in the feed, whose HTML a feed reader shows. */
function problemsInFeed(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const parser = new DOMParser();
    const feed = parser.parseFromString(await (await fetch('/feed.xml')).text(), 'application/xml');
    const contents = [...feed.querySelectorAll('entry content')].map(({ textContent }) => textContent ?? '');
    return [
      ...[...feed.querySelectorAll('parsererror')].map(({ textContent }) => textContent),
      ...contents.flatMap((text) =>
        Reflect.get(window, 'findProblems')(parser.parseFromString(text, 'text/html'), 'body *'),
      ),
    ];
  });
}

/** Checks every page of the list and its first post in the editor; on the first page that post has all vectors. */
async function checkBlogManagement(page: Page) {
  const pageNumber = page.getByText(/^Page \d+ of \d+$/);
  for (;;) {
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible();
    expect(await problemsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const next = page.getByRole('button', { name: 'Next' });
    if (await next.isDisabled()) return;
    const before = await pageNumber.innerText();
    await next.click();
    await expect(pageNumber).not.toHaveText(before);
  }
}
