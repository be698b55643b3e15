// Validates what the owner edits before each build: a mistake stops the build with a line that names the place.
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { story } from '#content/about.ts';
import { breweries } from '#content/breweries.ts';
import { delivery } from '#content/delivery.ts';
import { faqs } from '#content/faqs.ts';
import { farm } from '#content/farm.ts';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { gallery } from '#content/gallery.ts';
import { home } from '#content/home.ts';
import { usualRanges } from '#content/usual-ranges.ts';

const text = z.string('is missing').trim().min(1, 'is empty');
const picture = text.refine((file) => existsSync(`content/pictures/${file}`), 'is not a file in content/pictures');
const https = z.url({ protocol: /^https$/, error: 'must be an https URL' });
const amount = z.number('must be a number').min(0, 'must not be negative');
const range = z.tuple([amount, amount]).refine(([low, high]) => low < high, 'must go from low to high');

const content = z.object({
  farm: z.looseObject({
    brand: text,
    tagline: text,
    hops: z.tuple([text, text]),
    description: text,
    address: z.object({
      street: text,
      town: text,
      state: text,
      zip: text.regex(/^\d{5}$/, 'must have five digits'),
    }),
    coordinates: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
    phone: z.object({ shown: text, dialled: text.regex(/^\+\d{8,15}$/, 'must look like +19165550142') }),
    email: z.email('must be an email address'),
    barnHours: text,
    timeZone: text.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'is not a time zone'),
    social: z.array(z.object({ name: text, url: https })),
    developer: z.object({ name: text, url: https }),
  }),
  home: z.looseObject({
    hero: z.object({ lines: z.array(text).length(3, 'must be three lines'), lead: text, alt: text }),
    triplePearl: z.looseObject({ name: text }),
    comet: z.looseObject({ name: text }),
  }),
  about: z.record(z.string(), z.looseObject({ heading: text, paragraphs: z.array(text).min(1, 'is empty') })),
  breweries: z.array(z.object({ name: text, brews: text.optional() })).min(5, 'must list at least five'),
  faqs: z.array(
    z.object({
      id: text.regex(/^[a-z-]+$/, 'must be lower-case letters'),
      question: text,
      answer: z.array(text).min(1),
    }),
  ),
  gallery: z.array(z.object({ file: picture, caption: text, alt: text })).min(1, 'is empty'),
  firstPosts: z.array(
    z.looseObject({
      title: text,
      created_at: z.iso.datetime('must be a time like 2026-08-14T16:00:00.000Z'),
      picture,
      content: text,
    }),
  ),
  firstProducts: z.array(
    z.looseObject({
      slug: text.regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and dashes'),
      name: text,
      alpha_acid: amount,
      beta_acid: amount,
      total_oil: amount,
      price_cents: z.int('must be a whole number of cents').min(1, 'must be at least one cent'),
      stock: z.int('must be a whole number of pounds').min(0, 'must not be negative'),
      picture,
    }),
  ),
  usualRanges: z.record(z.string(), z.object({ alpha_acid: range, beta_acid: range, total_oil: range, source: text })),
});

/** Returns one line per mistake. */
export function findContentErrors(all: Record<string, unknown>): string[] {
  const result = content.safeParse(all);
  if (!result.success) return result.error.issues.map(({ path, message }) => `content: ${path.join('.')} ${message}`);
  return [...findOtherNumbers(all), ...findUnknownHops(result.data)];
}

/** Sentences must not promise other pounds or miles than content/delivery.ts, which the shop enforces. */
function findOtherNumbers(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => findOtherNumbers(each, [...path, key]));
  const { minimum, bags, freeMiles, nearMiles } = delivery;
  const known = { lbs: [minimum, ...bags], miles: [freeMiles, nearMiles] };
  return [...String(value).matchAll(/((?:[\d.]+(?:, | and ))*[\d.]+) (lbs|miles)\b/g)].flatMap(
    ([, numbers = '', unit = '']) =>
      (numbers.match(/\d+(\.\d+)?/g) ?? [])
        .filter((number) => !known[unit === 'lbs' ? 'lbs' : 'miles'].includes(Number(number)))
        .map((number) => `content: ${path.join('.')} says ${number} ${unit}, which is not in content/delivery.ts`),
  );
}

/** The hops in sentences must be those of the shop, as staff and visitors see them. */
function findUnknownHops({ farm: { hops }, home: { triplePearl, comet }, firstProducts }: z.output<typeof content>) {
  const sold = firstProducts.map(({ name }) => name);
  return [
    ...hops.filter((name) => !sold.includes(name)).map((name) => `content: farm.hops ${name} is not a first product`),
    ...[triplePearl.name, comet.name]
      .filter((name) => !hops.some((hop) => hop === name))
      .map((name) => `content: home ${name} is not in farm.hops`),
  ];
}

if (import.meta.main) {
  const errors = findContentErrors({
    farm,
    home,
    about: story,
    breweries,
    faqs,
    gallery,
    firstPosts,
    firstProducts,
    usualRanges,
  });
  for (const error of errors) console.error(error);
  process.exit(errors.length === 0 ? 0 : 1);
}
