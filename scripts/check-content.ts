// Validates the texts in content/ before each build: a mistake stops the build with a line that names the place.
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { delivery } from '#content/delivery.ts';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { usualRanges } from '#content/usual-ranges.ts';
import { defaultSettings } from '#contracts/default-settings.ts';
import { checkSetting } from '#contracts/setting-fields.ts';
import { picturesOf } from '#contracts/setting-pictures.ts';
import { type Settings, sectionNames, sections } from '#contracts/setting-sections.ts';

const text = z.string('is missing').trim().min(1, 'is empty');
const hasPicture = (file: string) => existsSync(`content/pictures/${file}`);
const picture = text.refine(hasPicture, 'is not a file in content/pictures');
const amount = z.number('must be a number').min(0, 'must not be negative');
const range = z.tuple([amount, amount]).refine(([low, high]) => low < high, 'must go from low to high');

const content = z.object({
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

type Content = { settings: Settings } & Record<'firstPosts' | 'firstProducts' | 'usualRanges', unknown>;

/** Returns one line per mistake. */
export function findContentErrors({ settings, ...rest }: Content): string[] {
  const result = content.safeParse(rest);
  const errors = [
    ...sectionNames.flatMap((name) => findSettingErrors(name, settings[name])),
    ...sectionNames.flatMap((name) => findMissingPictures(name, settings[name])),
    ...(result.error?.issues ?? []).map(({ path, message }) => `content: ${path.join('.')} ${message}`),
  ];
  if (!result.success || errors.length > 0) return errors;
  return [...findOtherNumbers({ ...settings, ...rest }), ...findUnknownHops(settings, result.data.firstProducts)];
}

function findSettingErrors(name: keyof Settings, value: unknown): string[] {
  const { errors } = checkSetting(sections[name], value);
  return Object.entries(errors).map(([path, message]) => `content: ${name}.${path}: ${message}`);
}

function findMissingPictures(section: keyof Settings, value: unknown): string[] {
  return picturesOf(sections[section], value)
    .filter(({ name }) => !hasPicture(name))
    .map(({ path, name }) => `content: ${section}.${path} ${name} is not a file in content/pictures`);
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
function findUnknownHops({ farm: { hops }, home: { varieties } }: Settings, products: { name: string }[]): string[] {
  const sold = products.map(({ name }) => name);
  return [
    ...hops.filter((name) => !sold.includes(name)).map((name) => `content: farm.hops ${name} is not a first product`),
    ...[varieties.first.name, varieties.second.name]
      .filter((name) => !hops.includes(name))
      .map((name) => `content: home ${name} is not in farm.hops`),
  ];
}

if (import.meta.main) {
  const errors = findContentErrors({ settings: defaultSettings, firstPosts, firstProducts, usualRanges });
  for (const error of errors) console.error(error);
  process.exit(errors.length === 0 ? 0 : 1);
}
