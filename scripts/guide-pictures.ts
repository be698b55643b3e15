// The pictures of the owner's guide, taken in the sample shop: npm run guide-pictures
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { apiClient } from '#server/testing/api-client.ts';
import playwright from '../playwright.config.ts';
import { ensureBuilt } from './build.ts';
import { openSampleShop, SAMPLE_TIME, type SampleShop } from './sample-shop.ts';
import { ensureChromium } from './system-deps.ts';

type Scene = {
  path: string;
  height?: number;
  before?(page: Page): Promise<unknown>;
  after?(page: Page): Promise<unknown>;
};

const FOLDER = 'docs/images/guide';
const WIDTH = 1024;

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const scenesOf = ({ orders }: SampleShop): Record<string, Scene> => ({
  dashboard: { path: '/dashboard', height: 860 },
  farm: { path: '/dashboard/settings/farm' },
  faqs: { path: '/dashboard/settings/faqs', after: openQuestion },
  versions: { path: '/dashboard/settings/faqs/versions' },
  gallery: { path: '/dashboard/settings/gallery', after: openPicture },
  pictures: { path: '/dashboard/media', height: 760 },
  products: { path: '/Product-Management', height: 860, after: press(/^Edit/) },
  harvest: { path: '/dashboard/harvests', height: 760 },
  reservations: { path: '/dashboard/harvests/1' },
  'to-pack': { path: '/dashboard/to-pack', after: chooseFirst },
  order: { path: `/order/${orders.paid.id}`, after: press('More') },
  post: { path: '/Blog-Management', height: 760, after: openDraft },
  people: { path: '/dashboard/people', height: 860 },
  backups: { path: '/dashboard/backups', height: 820, before: showBackups },
});

async function openQuestion(page: Page) {
  await page.locator('summary').first().click();
  await scrollTo(page, 'summary');
}

async function openPicture(page: Page) {
  await page.locator('summary').nth(1).click();
  await scrollTo(page, 'summary');
}

async function chooseFirst(page: Page) {
  for (const box of (await page.locator('.to-pack-list input').all()).slice(0, 2)) await box.check();
}

async function openDraft(page: Page) {
  await press(/^Edit/)(page);
  await page.getByText('Versions').click();
  await page.getByText('Version 3 (current)').waitFor();
  await scrollTo(page, '.publish-fields');
}

/** By hand: a real list names a folder of this machine. */
async function showBackups(page: Page) {
  const data = ['2026-10-01T09:00:00.000Z', '2026-09-30T09:00:00.000Z'].map((created_at, index) => ({
    ...{ name: `farm-${created_at.replaceAll(':', '-')}.backup`, bytes: 18_734_112 - index * 96_000, created_at },
  }));
  const folder = '/srv/shop/backups';
  const json = { data, folder, run: null, last_backup_at: data[0]?.created_at };
  await page.route('**/api/backups', (route) => route.fulfill({ json }));
}

/** To a little above the element. */
const scrollTo = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 110));

async function takePicture(browser: Browser, shop: SampleShop, name: string, scene: Scene): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: WIDTH, height: scene.height ?? 640 },
    // For the style below.
    bypassCSP: true,
    ...{ timezoneId: 'America/Los_Angeles', locale: 'en-US', colorScheme: 'light', reducedMotion: 'reduce' },
  });
  await page.clock.setFixedTime(SAMPLE_TIME);
  const { token, user } = shop.logins.staff;
  await page.addInitScript(
    ([authToken, person]) => {
      localStorage.setItem('authToken', authToken);
      localStorage.setItem('user', person);
    },
    [token, JSON.stringify(user)] as const,
  );
  await scene.before?.(page);
  await page.goto(shop.url + scene.path, { waitUntil: 'networkidle' });
  await page.addStyleTag({ content: '.demo-bar { display: none }' });
  await scene.after?.(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .webp({ quality: 78, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`));
  await page.close();
}

async function addPeople({ url, logins }: SampleShop): Promise<void> {
  const owner = apiClient(url, logins.staff.token);
  for (const body of [
    { name: 'Marta Quill', email: 'marta@farm.example', staff_role: 'staff' as const },
    { name: 'Ben Alder', email: 'ben@farm.example', staff_role: 'writer' as const },
  ])
    await owner.send('POST /api/people', { body });
}

ensureBuilt();
mkdirSync(FOLDER, { recursive: true });
const shop = await openSampleShop();
await addPeople(shop);
const browser = await chromium.launch({ ...playwright.use?.launchOptions, executablePath: ensureChromium() });
const scenes = Object.entries(scenesOf(shop));
for (const [name, scene] of scenes) await takePicture(browser, shop, name, scene);
await browser.close();
await shop.close();
console.log(`${scenes.length} pictures in ${FOLDER}`);
