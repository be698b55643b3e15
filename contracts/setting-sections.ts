// What an owner can change without a programmer, section by section. Each save of a section is a version.
import type { Field, GroupField, LineField, TextField, ValueOf } from './setting-fields.ts';

const line = (label: string, max = 100, more: Partial<LineField> = {}): LineField => ({
  kind: 'line',
  label,
  max,
  ...more,
});
const text = (label: string, max = 400, more: Partial<TextField> = {}): TextField => ({
  kind: 'text',
  label,
  max,
  ...more,
});
const paragraphs = (label: string) =>
  ({ kind: 'paragraphs', label, max: 2000, help: 'Leave an empty line between paragraphs.' }) as const;
const group = <F extends Record<string, Field>>(label: string, fields: F, help?: string) =>
  ({ kind: 'group', label, fields, ...(help && { help }) }) as const;
const alt = line('Alternative text', 300, { help: 'Describes the picture for people who cannot see it.' });
const picture = { kind: 'picture', label: 'Picture' } as const;

const variety = (label: string) =>
  group(
    label,
    { name: line('Name', 60), aromas: line('Aromas', 100), picture, alt },
    'Lab figures come from the product of this name.',
  );

const chapter = (label: string) =>
  group(label, {
    heading: line('Heading'),
    paragraphs: paragraphs('Text'),
    caption: line('Caption', 200),
    picture,
    alt,
  });

const farm = group('Farm', {
  brand: line('Farm name', 60),
  tagline: line('Tagline', 200, { help: 'At the foot of every page.' }),
  description: text('Description', 300, { help: 'What search engines show below your name.' }),
  hops: {
    kind: 'lines',
    label: 'Your hops',
    min: 1,
    max: 12,
    each: 40,
    help: 'One per line. Page descriptions for search engines name them.',
  },
  address: group('Address', {
    street: line('Street'),
    town: line('Town', 60),
    state: line('State', 20),
    zip: line('ZIP code', 5, { format: 'zip' }),
  }),
  pin: group(
    'Map pin',
    {
      latitude: { kind: 'number', label: 'Latitude', min: -90, max: 90 },
      longitude: { kind: 'number', label: 'Longitude', min: -180, max: 180 },
    },
    'Your gate, in degrees. Directions lead here, and delivery distances are measured from here.',
  ),
  phone: line('Phone', 30, { format: 'phone' }),
  email: line('Email', 254, { format: 'email' }),
  tax_id: line('Tax ID', 30, { optional: true, help: 'On invoices and receipts.' }),
  mail_subject: line('Subject of emails from the contact page'),
  order_notices: {
    kind: 'lines',
    label: 'Order notices go to',
    min: 1,
    max: 10,
    each: 254,
    format: 'email',
    help: 'One email address per line.',
  },
  hours: line('Opening hours', 100, { help: "Ends the sentence 'The barn is open ...' Without a period." }),
  tours: line('Tours', 100, { optional: true, help: 'On the contact page. Leave it empty if you give no tours.' }),
  contact_note: line('Sentence under Contact Us', 200, { optional: true }),
  social: {
    kind: 'list',
    label: 'Social links',
    one: 'Link',
    min: 0,
    max: 8,
    item: group('Link', { name: line('Name', 40), url: line('Web address', 300, { format: 'link' }) }),
  },
  low_stock: {
    kind: 'number',
    label: 'Low stock below',
    min: 0,
    max: 100_000,
    whole: true,
    unit: 'lbs',
    help: "Below this a hop is marked as low, and its page says 'Only ... left'.",
  },
  time_zone: {
    kind: 'choice',
    label: 'Time zone',
    options: () => Intl.supportedValuesOf('timeZone'),
    help: 'Reports count by days in this zone, so it cannot change after the first order.',
  },
} as const satisfies GroupField['fields']);

const home = group('Home page', {
  hero: group('Opening', {
    lines: { kind: 'lines', label: 'Headline', min: 3, max: 3, each: 30, help: 'Three lines.' },
    lead: text('Text'),
    picture: { ...picture, help: 'It fills the first screen: best 1920 px wide. Phones show its middle.' },
    alt,
  }),
  facts: {
    kind: 'list',
    label: 'At a glance',
    one: 'Fact',
    min: 4,
    max: 4,
    item: group('Fact', { name: line('Name', 30), text: line('Text', 60) }),
  },
  farm: group('About', {
    name: line('Small heading', 40),
    heading: line('Heading'),
    paragraphs: paragraphs('Text'),
    caption: line('Caption', 200),
    picture,
    alt,
  }),
  varieties: group('What we grow', {
    heading: line('Heading'),
    note: line('Note', 200),
    first: variety('First variety'),
    second: variety('Second variety'),
  }),
  reasons: group('Why Choose Us', {
    sustainable: text('Sustainable'),
    quality: text('Premium Quality'),
    shipping: text('Fast Shipping'),
  }),
  breweries: text('Line above the breweries'),
  closing: group('Closing', { heading: line('Heading'), text: text('Text'), picture, alt }),
} as const satisfies GroupField['fields']);

const story = group('Our story', {
  description: text('Description', 300, { help: 'What search engines show below the name of the page.' }),
  first: chapter('First chapter'),
  second: chapter('Second chapter'),
  third: chapter('Third chapter'),
});

const faqs = group('FAQs', {
  description: text('Description', 300, { help: 'What search engines show below the name of the page.' }),
  note: line('Sentence under the heading', 200, { optional: true }),
  questions: {
    kind: 'list',
    label: 'Questions',
    one: 'Question',
    min: 1,
    max: 60,
    item: group('Question', {
      question: line('Question', 200),
      answer: paragraphs('Answer'),
      id: line('Link name', 60, {
        format: 'anchor',
        optional: true,
        help: 'The end of its web address: /faqs#bags. Leave it empty to have one made.',
      }),
    }),
  },
} as const satisfies GroupField['fields']);

const breweries = group('Breweries', {
  breweries: {
    kind: 'list',
    label: 'Breweries',
    one: 'Brewery',
    min: 5,
    max: 300,
    item: group('Brewery', { name: line('Name', 80), brews: line('Brews', 200, { optional: true }) }),
  },
} as const satisfies GroupField['fields']);

const gallery = group('Gallery', {
  note: line('Sentence under the heading', 200, { optional: true }),
  pictures: {
    kind: 'list',
    label: 'Pictures',
    one: 'Picture',
    min: 1,
    max: 200,
    help: 'Pictures 1, 7, 13 and so on are shown large: put your best there. Keep pictures of the same scene apart.',
    item: group('Picture', {
      caption: line('Caption', 200),
      alt,
      picture,
      hidden: { kind: 'flag', label: 'Hide it from visitors' },
    } as const satisfies GroupField['fields']),
  },
} as const satisfies GroupField['fields']);

const OWNER_NOTE = 'A paragraph that starts with [Owner is a note for you. Visitors do not see it.';

const legalPage = (label: string) =>
  group(
    label,
    {
      description: text('Description', 300, { help: 'What search engines show below the name of the page.' }),
      parts: {
        kind: 'list',
        label: 'Parts',
        one: 'Part',
        min: 1,
        max: 30,
        item: group('Part', { heading: line('Heading'), paragraphs: paragraphs('Text') }),
      },
    } as const satisfies GroupField['fields'],
    OWNER_NOTE,
  );

const legal = group('Legal', {
  privacy: legalPage('Privacy'),
  terms: legalPage('Terms'),
  refunds: legalPage('Refunds and shipping'),
});

const freight = group('Freight', {
  carrier: line('Carrier', 40, { help: "As in the sentence 'About $18 by UPS; we confirm before it leaves.'" }),
  rows: {
    kind: 'list',
    label: 'Prices',
    one: 'Price',
    min: 0,
    max: 100,
    help: 'The order form shows the price of the nearest distance that reaches the ZIP code, and of its lightest weight that is enough. Where none fits, and within the free delivery, it shows no price.',
    item: group('Price', {
      miles: { kind: 'number', label: 'Up to', unit: 'miles', min: 1, max: 10_000, whole: true },
      pounds: { kind: 'number', label: 'And up to', unit: 'lbs', min: 1, max: 100_000, whole: true },
      price: { kind: 'number', label: 'Price', unit: 'dollars', min: 1, max: 100_000, whole: true },
    } as const satisfies GroupField['fields']),
  },
} as const satisfies GroupField['fields']);

const alerts = group('Alerts', {
  low_stock: { kind: 'flag', label: 'Low stock: once when a hop falls below the limit' },
  payments: { kind: 'flag', label: 'Payments that need you' },
  mail: { kind: 'flag', label: 'Emails that could not be delivered' },
  morning: { kind: 'flag', label: 'A summary each morning, if there is something to tell' },
  hour: {
    kind: 'number',
    label: 'Hour of the summary',
    min: 0,
    max: 20,
    whole: true,
    unit: "o'clock",
    help: 'All these emails go to the addresses that get order notices.',
  },
} as const satisfies GroupField['fields']);

export const sections = { farm, home, story, faqs, breweries, gallery, legal, freight, alerts };

export type SectionName = keyof typeof sections;
export const sectionNames = [
  'farm',
  'home',
  'story',
  'faqs',
  'breweries',
  'gallery',
  'legal',
  'freight',
  'alerts',
] as const satisfies SectionName[];
export type Settings = { [name in SectionName]: ValueOf<(typeof sections)[name]> };
