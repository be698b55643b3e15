import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { usualRanges } from '#content/usual-ranges.ts';
import { defaultSettings } from '#contracts/default-settings.ts';
import type { Settings } from '#contracts/setting-sections.ts';
import { findContentErrors } from './check-content.ts';

const all = { settings: defaultSettings, firstPosts, firstProducts, usualRanges };
const { farm, home, faqs, gallery } = defaultSettings;
const withSettings = (change: Partial<Settings>) => ({ settings: { ...defaultSettings, ...change } });

test('the content in the repository is valid', () => {
  expect(findContentErrors(all)).toEqual([]);
});

test.each([
  [withSettings({ farm: { ...farm, brand: ' ' } }), 'content: farm.brand: This cannot be empty.'],
  [withSettings({ farm: { ...farm, time_zone: 'Delta' } }), 'content: farm.time_zone: Choose one from the list.'],
  [
    withSettings({ farm: { ...farm, social: [{ name: 'x', url: 'http://x.example' }] } }),
    'content: farm.social.0.url: Enter a web address that starts with https://.',
  ],
  [
    withSettings({
      gallery: { ...gallery, pictures: [{ picture: 'missing.jpg', caption: 'x', alt: 'x', hidden: false }] },
    }),
    'content: gallery.pictures.0.picture missing.jpg is not a file in content/pictures',
  ],
  [
    withSettings({ breweries: { breweries: [] } }),
    'content: breweries.breweries: Breweries must have 5 to 300 entries.',
  ],
  [
    { firstProducts: [{ ...firstProducts[0], price_cents: 0.5 }] },
    'content: firstProducts.0.price_cents must be a whole number of cents',
  ],
  [
    withSettings({
      faqs: { ...faqs, questions: [{ id: 'bags', question: 'x', answer: ['Bags of 5, 11 and 22 lbs.'] }] },
    }),
    'content: faqs.questions.0.answer.0 says 5 lbs, which is not in content/delivery.ts',
  ],
  [
    withSettings({ home: { ...home, closing: { ...home.closing, text: 'Free to 70 miles.' } } }),
    'content: home.closing.text says 70 miles, which is not in content/delivery.ts',
  ],
  [
    { usualRanges: { comet: { ...usualRanges.comet, total_oil: [3.3, 1.4] } } },
    'content: usualRanges.comet.total_oil must go from low to high',
  ],
  [withSettings({ farm: { ...farm, hops: ['Nugget', 'Comet'] } }), 'content: farm.hops Nugget is not a first product'],
])('reports %j', (mistake, line) => {
  expect(findContentErrors({ ...all, ...mistake })).toContain(line);
});

test('only content/ knows the farm: no name, phone, address or hop is written into the program', () => {
  const { address, phone, email } = farm;
  const facts = ['Heron Slough', phone, email, address.street, address.town, address.zip, ...farm.hops];
  const files = ['server', 'web', 'contracts', 'cli'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const program = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));
  const found = program.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return facts.filter((fact) => text.includes(fact)).map((fact) => `${file}: ${fact}`);
  });

  expect(program.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
