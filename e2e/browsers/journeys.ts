// The main journeys, as one visitor and one staff member take them.
import { resolve } from 'node:path';
import { pagePaths } from '#contracts/page-paths.ts';
import { staffAccount } from '#scripts/running-shop.ts';
import { type Browser, waitFor } from './browser.ts';

type Journey = (browser: Browser, url: string) => Promise<void>;

const publicPages = [
  pagePaths.home,
  pagePaths.gallery,
  pagePaths.products,
  `${pagePaths.products}/comet`,
  pagePaths.placeOrder,
  pagePaths.faqs,
  pagePaths.contact,
  pagePaths.about,
  pagePaths.blogs,
  pagePaths.blog(1),
  pagePaths.login,
  pagePaths.signup,
];

export const journeys: Record<string, Journey> = {
  async 'every public page renders, hydrates and fits a phone'(browser, url) {
    for (const path of publicPages) {
      await open(browser, url + path);
      await waitFor(browser, `document.querySelector('main h1')?.getBoundingClientRect().height > 0`);
      const overflow = await browser.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(overflow) > 0) throw new Error(`${path} is ${overflow} px too wide.`);
    }
  },

  async 'the menu opens and leads to the FAQs, which open one answer at a time'(browser, url) {
    await open(browser, url + pagePaths.home);
    await browser.click('.header-menu');
    await waitFor(browser, `document.querySelector('.drawer a[href="${pagePaths.faqs}"]').checkVisibility()`);
    await browser.click(`.drawer a[href="${pagePaths.faqs}"]`);
    await waitFor(
      browser,
      `location.pathname === '${pagePaths.faqs}' && document.querySelectorAll('details').length === 5`,
    );
    await browser.click('details:nth-of-type(2) summary');
    await waitFor(browser, `document.querySelector('details:nth-of-type(2)').open`);
    await browser.click('details:nth-of-type(3) summary');
    await waitFor(browser, `document.querySelector('details:nth-of-type(3)').open`);
    await waitFor(browser, `document.querySelectorAll('details[open]').length === 1`);
  },

  async 'an order is paid and its receipt opened'(browser, url) {
    await open(browser, url + pagePaths.products);
    await browser.click('article button.button-gold');
    await waitFor(browser, `document.querySelector('dialog[open] input[name="name"]')`);
    for (const [selector, text] of [
      ['input[name="name"]', 'Dana Whitlock'],
      ['input[name="phone"]', '(707) 555-0188'],
      ['.card-form-number', '4111111111111111'],
      ['.card-form-expiry', '0930'],
      ['.card-form-cvv', '123'],
      ['.card-form-zip', '94571'],
    ] as const)
      await browser.type(`dialog[open] ${selector}`, text);
    await browser.click('dialog[open] button[type="submit"]');
    await waitFor(browser, `document.querySelector('.toast a') && !document.querySelector('dialog[open]')`);
    await browser.click('.toast a');
    await waitFor(browser, `/^Order \\d+$/.test(document.querySelector('main h1')?.textContent ?? '')`);
    await waitFor(browser, `document.querySelector('main').textContent.includes('Demo card ending 1111')`);
  },

  async 'staff log in and publish a post with a picture'(browser, url) {
    await open(browser, url + pagePaths.login);
    await browser.type('input[name="email"]', staffAccount.email);
    await browser.type('input[name="password"]', staffAccount.password);
    await browser.click('main button[type="submit"]');
    await waitFor(browser, `location.pathname === '${pagePaths.dashboard}' && document.querySelector('.stat')`);
    await browser.open(url + pagePaths.blogManagement);
    await waitFor(browser, `document.querySelector('[contenteditable="true"]')?.checkVisibility()`);
    await browser.type('input[name="title"]', 'Seen in another browser');
    await browser.type('[contenteditable="true"]', 'Cones are in.');
    await browser.upload('input[name="image"]', resolve('content/pictures/gallery-05.jpg'));
    await waitFor(browser, `document.querySelector('.image-preview img')?.naturalWidth > 0`);
    await browser.click('.post-form button[type="submit"]');
    await waitFor(browser, `document.querySelector('.toast a[href^="/blog/"]')`);
    await browser.open(url + String(await browser.evaluate(`document.querySelector('.toast a').getAttribute('href')`)));
    await waitFor(browser, `document.querySelector('.post-picture img')?.naturalWidth > 0`);
    await waitFor(browser, `document.querySelector('.post-text').textContent === 'Cones are in.'`);
  },
};

/** Opens a page and waits until its script has taken over. */
async function open(browser: Browser, url: string): Promise<void> {
  await browser.open(url);
  await waitFor(
    browser,
    `['.brand', 'main h1'].every((each) => Object.keys(document.querySelector(each) ?? {}).some((key) => key.startsWith('__react')))`,
  );
}
