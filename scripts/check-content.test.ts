import { expect, test } from 'vitest';
import { story } from '#content/about.ts';
import { breweries } from '#content/breweries.ts';
import { faqs } from '#content/faqs.ts';
import { farm } from '#content/farm.ts';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { gallery } from '#content/gallery.ts';
import { home } from '#content/home.ts';
import { usualRanges } from '#content/usual-ranges.ts';
import { findContentErrors } from './check-content.ts';

const all = { farm, home, about: story, breweries, faqs, gallery, firstPosts, firstProducts, usualRanges };

test('the content in the repository is valid', () => {
  expect(findContentErrors(all)).toEqual([]);
});

test.each([
  [{ farm: { ...farm, brand: ' ' } }, 'content: farm.brand is empty'],
  [{ farm: { ...farm, timeZone: 'Delta' } }, 'content: farm.timeZone is not a time zone'],
  [
    { farm: { ...farm, social: [{ name: 'x', url: 'http://x.example' }] } },
    'content: farm.social.0.url must be an https URL',
  ],
  [
    { gallery: [{ file: 'missing.jpg', caption: 'x', alt: 'x' }] },
    'content: gallery.0.file is not a file in content/pictures',
  ],
  [{ gallery: [{ file: 'hero.jpg', caption: 'x' }] }, 'content: gallery.0.alt is missing'],
  [{ breweries: [] }, 'content: breweries must list at least five'],
  [
    { firstProducts: [{ ...firstProducts[0], price_cents: 0.5 }] },
    'content: firstProducts.0.price_cents must be a whole number of cents',
  ],
  [
    { faqs: [{ id: 'bags', question: 'x', answer: ['Bags of 5, 11 and 22 lbs.'] }] },
    'content: faqs.0.answer.0 says 5 lbs, which is not in content/delivery.ts',
  ],
  [
    { home: { ...home, closing: { ...home.closing, text: 'Free to 70 miles.' } } },
    'content: home.closing.text says 70 miles, which is not in content/delivery.ts',
  ],
  [
    { usualRanges: { comet: { ...usualRanges.comet, total_oil: [3.3, 1.4] } } },
    'content: usualRanges.comet.total_oil must go from low to high',
  ],
  [{ farm: { ...farm, hops: ['Nugget', 'Comet'] } }, 'content: farm.hops Nugget is not a first product'],
])('reports %j', (mistake, line) => {
  expect(findContentErrors({ ...all, ...mistake })).toContain(line);
});
