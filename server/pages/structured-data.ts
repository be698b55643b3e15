// Schema.org objects for search engines, built from the API results that the page shows.
import type { Post } from '#contracts/blog.ts';
import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import type { Harvest } from '#contracts/harvests.ts';
import { formatPounds, formInText } from '#contracts/hop-format.ts';
import type { PublishedLot } from '#contracts/lot-pages.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { dialedNumber } from '#contracts/phone.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import type { PriceTier } from '#contracts/price-tiers.ts';

type Thing = Record<string, unknown>;
/** Whose page it is. */
type Site = { url: string; farm: PublicFarm };

export function structuredData(page: string, results: [url: string, data: unknown][], site: Site): Thing[] {
  const things = builders[page]?.(site, results[0]?.[1]) ?? [];
  return things.map((thing) => ({ '@context': 'https://schema.org', ...thing }));
}

// The casts are safe: a page's first result comes from the endpoint that web/router/site-routes.ts names, through a route bound
// to the same contract. Validating our own results again would slow down every render.
const builders: Record<string, (site: Site, result: unknown) => Thing[]> = {
  home: (site) => [business(site), { '@type': 'WebSite', name: site.farm.brand, url: `${site.url}/` }],
  contact: (site) => [business(site)],
  faqs: (_, result) => [questions((result as ResponseOf<'GET /api/words/faqs'>).data)],
  products: (site, result) => (result as ResponseOf<'GET /api/products'>).data.map((each) => product(site, each)),
  product(site, result) {
    const { data } = result as ResponseOf<'GET /api/products/:slug'>;
    const trail = [
      { name: 'Our Products', path: pagePaths.products },
      { name: data.name, path: pagePaths.product(data.slug) },
    ];
    return [product(site, data), breadcrumbs(site, trail)];
  },
  harvest: (site, result) =>
    (result as ResponseOf<'GET /api/harvests'>).data
      .filter(({ status }) => status !== 'ready')
      .map((each) => harvestDay(site, each)),
  lot(site, result) {
    const { data } = result as ResponseOf<'GET /api/lots/:number'>;
    const [{ number } = { number: '' }] = data;
    const trail = [
      { name: 'Our Products', path: pagePaths.products },
      { name: `Lot ${number}`, path: pagePaths.lot(number) },
    ];
    return [...data.map((each) => lot(site, each)), breadcrumbs(site, trail)];
  },
  'blog-post'(site, result) {
    const { data } = result as ResponseOf<'GET /api/blogs/:id'>;
    const trail = [
      { name: 'Blog', path: pagePaths.blogs },
      { name: data.title, path: pagePaths.blog(data.id) },
    ];
    return [post(site, data), breadcrumbs(site, trail)];
  },
};

/** Where the page is on the site; search engines show it instead of the URL. */
function breadcrumbs({ url }: Site, trail: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: pagePaths.home }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url + path,
    })),
  };
}

function business({ url, farm }: Site): Thing {
  const { street, town, state, zip } = farm.address;
  return {
    '@type': 'LocalBusiness',
    '@id': `${url}/#farm`,
    name: farm.brand,
    description: farm.description,
    url: `${url}/`,
    telephone: dialedNumber(farm.phone),
    email: farm.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: town,
      addressRegion: state,
      postalCode: zip,
      addressCountry: 'US',
    },
    geo: { '@type': 'GeoCoordinates', ...farm.pin },
    sameAs: farm.social.map(({ url }) => url),
  };
}

function product(
  { url: siteUrl, farm }: Site,
  { slug, name, description, aromas, image_url, price, tiers, stock }: Product,
): Thing {
  const url = siteUrl + pagePaths.product(slug);
  return {
    '@type': 'Product',
    name: `${name} hops`,
    description: `${description} Aromas: ${aromas}.`.trim(),
    url,
    ...(image_url && { image: siteUrl + image_url }),
    brand: { '@type': 'Brand', name: farm.brand },
    offers: {
      '@type': 'Offer',
      url,
      price: price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: farm.brand },
      priceSpecification:
        tiers.length === 0
          ? unitPrice(price)
          : [
              unitPrice(price),
              ...tiers.map((tier) => ({ ...unitPrice(tier.price), eligibleQuantity: fromPounds(tier) })),
            ],
    },
  };
}

/** The lab's figures. What it costs is on the page of its hop. */
function lot({ url: siteUrl, farm }: Site, { number, product, ...figures }: PublishedLot): Thing {
  const property = (name: string, value: string | number, unitText?: string) => ({
    '@type': 'PropertyValue',
    name,
    value,
    ...(unitText && { unitText }),
  });
  return {
    '@type': 'Product',
    name: `${product.name} hops, lot ${number}`,
    description: `${product.name} hops, harvest ${figures.harvest_year}, ${formInText(figures.form)}. Aromas: ${product.aromas}.`,
    url: siteUrl + pagePaths.lot(number),
    productID: number,
    brand: { '@type': 'Brand', name: farm.brand },
    ...(product.on_sale && {
      isVariantOf: {
        '@type': 'ProductGroup',
        name: `${product.name} hops`,
        url: siteUrl + pagePaths.product(product.slug),
      },
    }),
    additionalProperty: [
      property('Crop year', figures.harvest_year),
      property('Form', figures.form),
      property('Alpha acid', figures.alpha_acid, '%'),
      property('Beta acid', figures.beta_acid, '%'),
      property('Total oil', figures.total_oil, 'mL/100 g'),
      property('Moisture', figures.moisture, '%'),
      property('Hop storage index', figures.storage_index),
      property('Tested on', figures.tested_on),
    ],
  };
}

const unitPrice = (price: number): Thing => ({
  '@type': 'UnitPriceSpecification',
  price: price.toFixed(2),
  priceCurrency: 'USD',
  referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LBR' },
});

const fromPounds = ({ from }: PriceTier): Thing => ({
  '@type': 'QuantitativeValue',
  minValue: from,
  unitCode: 'LBR',
});

/** A day to come: what is ready is a product. */
function harvestDay({ url, farm }: Site, { id, hop, kind, expected_on, pounds, price, ...offer }: Harvest): Thing {
  const canReserve = offer.deposit_percent !== null && offer.left > 0;
  return {
    '@type': 'Event',
    name: `${hop} harvest${kind === 'wet' ? ' (wet hops)' : ''}`,
    description: `About ${formatPounds(pounds)} of ${hop} at ${farm.brand}. The day is an estimate.`,
    startDate: expected_on,
    endDate: expected_on,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: url + pagePaths.harvest,
    location: { '@type': 'Place', name: farm.brand, address: business({ url, farm }).address },
    organizer: { '@type': 'Organization', name: farm.brand, url: `${url}/` },
    offers: {
      '@type': 'Offer',
      url: url + (canReserve ? pagePaths.reserve(id) : pagePaths.harvest),
      price: price.toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/PreOrder',
    },
  };
}

function post(
  { url: siteUrl, farm }: Site,
  { id, title, excerpt, description, image_url, published_at, updated_at }: Post,
): Thing {
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: description || excerpt,
    url: siteUrl + pagePaths.blog(id),
    datePublished: published_at,
    dateModified: updated_at,
    ...(image_url && { image: siteUrl + pictureFolders.blogs + image_url }),
    author: { '@type': 'Organization', name: farm.brand, url: `${siteUrl}/` },
    publisher: { '@type': 'Organization', name: farm.brand },
  };
}

function questions({ questions }: ResponseOf<'GET /api/words/faqs'>['data']): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  };
}
