import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations } from '#e2e/support/a11y-checks.ts';
import { contentField, deletePost, postRow } from '#e2e/support/blog-actions.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
const pictureIn = (page: Page) => contentField(page).locator('img:not(.ProseMirror-separator)');

const tools = [
  'Header 1',
  'Header 2',
  'Bold',
  'Italic',
  'Underline',
  'Strike',
  'Ordered list',
  'Bullet list',
  'Quote',
  'Link',
  'Insert image',
  'Insert from library',
  'Clear formatting',
];

test.beforeEach(async ({ page, shop }) => {
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.blogManagement);
  await contentField(page).click();
});

/** Saves the post and returns what the server stored. */
async function savePost(page: Page, title: string): Promise<{ id: number; content: string }> {
  await page.getByLabel('Title').fill(title);
  const saved = page.waitForResponse((response) => /\/api\/admin\/blogs(\/\d+)?$/.test(response.url()));
  await page.getByRole('button', { name: /^(Add|Update) Blog Post$/ }).click();
  const { data } = await (await saved).json();
  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeFocused();
  return data;
}

const edit = (page: Page, title: string) => postRow(page, title).getByRole('button', { name: 'Edit' }).click();

/** Drops or pastes something into the editor, as another program would. */
async function transfer(page: Page, action: 'drop' | 'paste', what: { file?: string; type?: string; html?: string }) {
  const bytes = what.file ? [...readFileSync(what.file)] : undefined;
  await contentField(page).evaluate(
    (text, { action, bytes, type, html }) => {
      const data = new DataTransfer();
      if (bytes) data.items.add(new File([new Uint8Array(bytes)], 'picture', { type }));
      if (html) data.setData('text/html', html);
      const { left, top } = text.getBoundingClientRect();
      const position = { bubbles: true, cancelable: true, clientX: left + 30, clientY: top + 30 };
      text.dispatchEvent(
        action === 'drop'
          ? new DragEvent('drop', { ...position, dataTransfer: data })
          : new ClipboardEvent('paste', { ...position, clipboardData: data }),
      );
    },
    { action, bytes, type: what.type ?? 'image/jpeg', html: what.html },
  );
}

test('the editor is a labeled multiline textbox with a toolbar', async ({ page }) => {
  await expect(contentField(page)).toHaveAttribute('aria-multiline', 'true');
  await expect(page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')).toHaveText(
    tools.map((name) => new RegExp(`${name}$`)),
  );
  for (const name of tools) {
    const box = await tool(page, name).boundingBox();
    expect([name, box?.width, box?.height]).toEqual([name, 44, 44]);
  }
});

test('arrow keys move within the toolbar and Tab leaves it', async ({ page }) => {
  await page.getByLabel('Image').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose from library' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tool(page, 'Header 1')).toBeFocused();

  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Header 2')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tool(page, 'Clear formatting')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Header 1')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Bold')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(contentField(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Bold')).toBeFocused();
});

test('a post can be written with the keyboard only', async ({ page, shop }) => {
  await page.getByLabel('Title').focus();
  await page.keyboard.type('By keyboard');
  for (const _ of ['image', 'library', 'toolbar']) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(contentField(page)).toBeFocused();
  await page.keyboard.type('Head');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+b');
  await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' plain ');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('a.example');
  await page.keyboard.press('Enter');
  await expect(contentField(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('For search engines')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Publish')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add Blog Post' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'By keyboard' })).toBeVisible();

  const { data } = await (await fetch(`${shop.url}/api/blogs`)).json();
  expect(data[0].content).toBe(
    '<h1>Head</h1><p><strong>bold</strong> plain <a href="https://a.example/" rel="noopener">a.example</a></p>',
  );
  await deletePost(page, 'By keyboard');
});

test('every format has a button, is stored and survives editing', async ({ page }) => {
  const write = async (text: string) => page.keyboard.type(text);
  const lines: [string, string][] = [
    ['Header 1', 'One'],
    ['Header 2', 'Two'],
    ['Ordered list', 'First'],
    ['Bullet list', 'Dash'],
  ];
  for (const [name, text] of lines) {
    await tool(page, name).click();
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    await write(text);
    await page.keyboard.press('Enter');
    if (name.endsWith('list')) await page.keyboard.press('Enter');
  }
  for (const name of ['Bold', 'Italic', 'Underline', 'Strike']) {
    await tool(page, name).click();
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    await write(name);
    await tool(page, name).click();
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'false');
  }
  await page.keyboard.press('Shift+Enter');
  await write('> not a quote');
  await page.keyboard.press('Enter');
  await tool(page, 'Quote').click();
  await expect(tool(page, 'Quote')).toHaveAttribute('aria-pressed', 'true');
  await write('a quote');

  const first = await savePost(page, 'Every format');
  expect(first.content).toBe(
    '<h1>One</h1><h2>Two</h2><ol><li><p>First</p></li></ol><ul><li><p>Dash</p></li></ul>' +
      '<p><strong>Bold</strong><em>Italic</em><u>Underline</u><s>Strike</s><br />&gt; not a quote</p>' +
      '<blockquote><p>a quote</p></blockquote>',
  );
  await edit(page, 'Every format');
  await expect(contentField(page)).toContainText('a quote');
  await contentField(page).press('Control+End');
  await page.keyboard.type('!');
  const second = await savePost(page, 'Every format');
  expect(second.content).toBe(first.content.replace('<p>a quote', '<p>a quote!'));

  await page.goto(pagePaths.blog(first.id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every format');
  await expect(page.getByRole('heading', { level: 2, name: 'One' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Two' })).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  await page.goto(pagePaths.blogManagement);
  await deletePost(page, 'Every format');
});

test('clear formatting works on text and its paragraph', async ({ page }) => {
  await tool(page, 'Header 1').click();
  await tool(page, 'Bold').click();
  await page.keyboard.type('Loud');
  await page.keyboard.press('Control+a');

  await tool(page, 'Clear formatting').click();

  await expect(contentField(page)).toHaveJSProperty('innerHTML', '<p>Loud</p>');
});

test('a link can be added, validated, changed and removed', async ({ page }) => {
  await page.keyboard.type('our hops');
  await page.keyboard.press('Control+a');
  const address = page.getByLabel('Address');
  const link = contentField(page).getByRole('link', { name: 'our hops' });

  await tool(page, 'Link').click();
  await expect(address).toBeFocused();
  for (const wrong of ['javascript:alert(1)', 'barn', 'data:text/html,x']) {
    await address.fill(wrong);
    await page.getByRole('button', { name: 'Set link' }).click();
    await expect(address).toHaveAccessibleDescription(/^Enter a web address/);
  }
  expect(await a11yViolations(page)).toEqual([]);
  await address.fill('a.example/hops');
  await address.press('Enter');
  await expect(link).toHaveAttribute('href', 'https://a.example/hops');
  await expect(contentField(page)).toBeFocused();

  await expect(tool(page, 'Link')).toHaveAttribute('aria-pressed', 'true');
  await tool(page, 'Link').click();
  await expect(address).toHaveValue('https://a.example/hops');
  await address.fill('mailto:june@farm.example');
  await page.getByRole('button', { name: 'Set link' }).click();
  await expect(link).toHaveAttribute('href', 'mailto:june@farm.example');

  await link.click();
  await expect(page).toHaveURL(pagePaths.blogManagement);
  await tool(page, 'Link').click();
  await page.keyboard.press('Escape');
  await expect(address).toHaveCount(0);
  await tool(page, 'Link').click();
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(link).toHaveCount(0);
  await expect(contentField(page)).toHaveText('our hops');
});

test('a picture can be uploaded, described, saved and viewed', async ({ page }) => {
  await page.keyboard.type('Before');
  let respond = () => {};
  await page.route('**/api/admin/blogs/pictures', async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await tool(page, 'Insert image').click();
  await (await chooser).setFiles('content/pictures/blog-03.jpg');

  await expect(contentField(page).getByText('Uploading picture...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Blog Post' })).toBeDisabled();
  await contentField(page).press('Home');
  await page.keyboard.type('Long ');
  respond();
  await expect(pictureIn(page)).toHaveAttribute('src', /^\/blogs\/[0-9a-f]{16}-1200x800\.jpg$/);
  await expect(page.getByText('Uploading picture...')).toHaveCount(0);
  await page.keyboard.type('ago ');
  await pictureIn(page).click();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByLabel('Description').fill('Cones in a "dish"');
  await page.keyboard.press('Enter');
  await expect(contentField(page)).toBeFocused();

  const { id, content } = await savePost(page, 'Pictured text');
  expect(content).toMatch(
    /^<p>Long ago Before<\/p><img src="\/blogs\/[\w-]+\.jpg" alt="Cones in a &quot;dish&quot;" width="1200" height="800" loading="lazy" \/><p><\/p>$/,
  );
  await edit(page, 'Pictured text');
  await expect(pictureIn(page)).toHaveAttribute('alt', 'Cones in a "dish"');
  await page.goto(pagePaths.blog(id));
  const picture = page.getByRole('img', { name: 'Cones in a "dish"' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-800\.avif$/);
  await page.goto(pagePaths.blogManagement);
  await deletePost(page, 'Pictured text');
});

for (const action of ['drop', 'paste'] as const)
  test(`a picture can be added by ${action} and removed`, async ({ page }) => {
    await transfer(page, action, { file: 'content/pictures/blog-03.jpg' });

    await expect(pictureIn(page)).toHaveAttribute('src', /^\/blogs\/[0-9a-f]{16}-1200x800\.jpg$/);
    await page.getByLabel('Description').fill('Cones');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Behind it');
    await expect(pictureIn(page)).toHaveAttribute('alt', 'Cones');
    await expect(page.getByLabel('Description')).toHaveCount(0);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expect(pictureIn(page)).toHaveCount(0);
    await expect(contentField(page)).toHaveText('Behind it');
  });

test("a rejected picture shows the server's message and leaves no placeholder", async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 41[35]/);

  await transfer(page, 'drop', { file: 'package.json', type: 'image/png' });

  await expect(page.getByRole('alert').getByText('Images must be JPEG, PNG, WebP, AVIF or GIF')).toBeVisible();
  await expect(page.getByText('Uploading picture...')).toHaveCount(0);
  await expect(contentField(page)).toHaveText('');
});

test('pasted HTML is reduced to what the editor supports', async ({ page }) => {
  const html = `<html><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US style='tab-interval:.5in'>
<h3 style="color:red">Header</h3><p class=MsoNormal style="margin:0"><b>Bold</b> <span style="font-weight:700">heavy</span>
<font color=red>red</font><o:p></o:p></p><table border=1><tr><td>Cell</td></tr></table>
<img src="https://elsewhere.example/x.png"><img src="data:image/png;base64,iVBORw0KGgo=">
<a href="https://a.example/" onclick="x()" class=y title=z>link</a> <a href="javascript:x()">no link</a>
<script>x()</script><iframe src="https://elsewhere.example"></iframe></body></html>`;

  await transfer(page, 'paste', { html, file: 'content/pictures/blog-03.jpg' });

  await expect(contentField(page).getByRole('heading', { name: 'Header' })).toBeVisible();
  const tags = await contentField(page).evaluate((text) =>
    [...text.querySelectorAll('*')].map(({ tagName }) => tagName),
  );
  expect(new Set(tags)).toEqual(new Set(['H2', 'P', 'STRONG', 'A']));
  const link = contentField(page).getByRole('link');
  expect(await link.evaluate((a) => a.getAttributeNames())).toEqual(['href']);
  await expect(contentField(page)).toContainText('no link');
});

test('formatting pasted from Google Docs is kept', async ({ page }) => {
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">
<span style="font-size:11pt;font-weight:700">Bold</span><span style="font-style:italic">italic</span>
<span style="text-decoration:line-through">gone</span><span style="font-weight:400">plain</span></p></b>`;

  await transfer(page, 'paste', { html });

  await expect(contentField(page).locator('strong')).toHaveText('Bold');
  await expect(contentField(page).locator('em')).toHaveText('italic');
  await expect(contentField(page).locator('s')).toHaveText('gone');
});

test('the editor is a separate chunk and injects no style elements', async ({ page }) => {
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''),
  );

  expect(scripts.some((name) => name.startsWith('text-editor-'))).toBe(true);
  await expect(page.locator('style')).toHaveCount(0);
});
