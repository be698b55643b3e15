// Looks over what the owner edits, before it is built: a slip there stops the build with a line that says where.
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { story } from '#content/about.ts';
import { breweries } from '#content/breweries.ts';
import { faqs } from '#content/faqs.ts';
import { farm } from '#content/farm.ts';
import { firstPosts } from '#content/first-posts.ts';
import { firstProducts } from '#content/first-products.ts';
import { gallery } from '#content/gallery.ts';
import { home } from '#content/home.ts';

const words = z.string('is missing').trim().min(1, 'is empty');
const picture = words.refine((file) => existsSync(`content/pictures/${file}`), 'is no file of content/pictures');
const https = z.url({ protocol: /^https$/, error: 'must be an https address' });
const amount = z.number('must be a number').min(0, 'must not be negative');

const content = z.object({
  farm: z.looseObject({
    brand: words,
    tagline: words,
    description: words,
    address: z.object({
      street: words,
      town: words,
      state: words,
      zip: words.regex(/^\d{5}$/, 'must have five digits'),
    }),
    coordinates: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
    phone: z.object({ shown: words, dialled: words.regex(/^\+\d{8,15}$/, 'must look like +19165550142') }),
    email: z.email('must be an e-mail address'),
    timeZone: words.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'is no time zone'),
    social: z.array(z.object({ name: words, url: https })),
    developer: z.object({ name: words, url: https }),
  }),
  home: z.looseObject({
    hero: z.object({ lines: z.array(words).length(3, 'must be three lines'), lead: words, alt: words }),
  }),
  about: z.record(z.string(), z.looseObject({ heading: words, paragraphs: z.array(words).min(1, 'is empty') })),
  breweries: z.array(z.object({ name: words, brews: words.optional() })).min(5, 'must name five or more'),
  faqs: z.array(
    z.object({ id: words.regex(/^[a-z-]+$/, 'must be small letters'), question: words, answer: z.array(words).min(1) }),
  ),
  gallery: z.array(z.object({ file: picture, caption: words, alt: words })).min(1, 'is empty'),
  firstPosts: z.array(
    z.looseObject({
      title: words,
      created_at: z.iso.datetime('must be a time like 2026-08-14T16:00:00.000Z'),
      picture,
      content: words,
    }),
  ),
  firstProducts: z.array(
    z.looseObject({
      slug: words.regex(/^[a-z0-9-]+$/, 'must be small letters, digits and dashes'),
      name: words,
      alpha_acid: amount,
      beta_acid: amount,
      total_oil: amount,
      price_cents: z.int('must be whole cents').min(1, 'must be one cent or more'),
      stock: z.int('must be whole pounds').min(0, 'must not be negative'),
      picture,
    }),
  ),
});

/** One line for each slip; none when all is well. */
export function findContentErrors(all: unknown): string[] {
  const result = content.safeParse(all);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `content: ${path.join('.')} ${message}`);
}

if (import.meta.main) {
  const slips = findContentErrors({ farm, home, about: story, breweries, faqs, gallery, firstPosts, firstProducts });
  for (const slip of slips) console.error(slip);
  process.exit(slips.length === 0 ? 0 : 1);
}
