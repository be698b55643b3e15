// Schema.org objects for search engines, built from the API results that the page shows.
import { faqs } from '#content/faqs.ts';
import { farm } from '#content/farm.ts';
import type { Post } from '#contracts/blog.ts';
import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';

type Thing = Record<string, unknown>;

export function structuredData(page: string, results: [url: string, data: unknown][], siteUrl: string): Thing[] {
  const build = builders[page];
  return build ? build(siteUrl, results[0]?.[1]).map((thing) => ({ '@context': 'https://schema.org', ...thing })) : [];
}

// The casts are safe: a page's first result comes from the endpoint that web/router/site-routes.ts names, through a route bound
// to the same contract. Validating our own results again would slow down every render.
const builders: Record<string, (siteUrl: string, result: unknown) => Thing[]> = {
  home: (siteUrl) => [business(siteUrl), { '@type': 'WebSite', name: farm.brand, url: `${siteUrl}/` }],
  contact: (siteUrl) => [business(siteUrl)],
  faqs: () => [questions()],
  products: (siteUrl, result) => (result as ResponseOf<'GET /api/products'>).data.map((each) => product(siteUrl, each)),
  product: (siteUrl, result) => [product(siteUrl, (result as ResponseOf<'GET /api/products/:slug'>).data)],
  'blog-post': (siteUrl, result) => [post(siteUrl, (result as ResponseOf<'GET /api/blogs/:id'>).data)],
};

function business(siteUrl: string): Thing {
  const { street, town, state, zip } = farm.address;
  return {
    '@type': 'LocalBusiness',
    '@id': `${siteUrl}/#farm`,
    name: farm.brand,
    description: farm.description,
    url: `${siteUrl}/`,
    telephone: farm.phone.dialled,
    email: farm.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: town,
      addressRegion: state,
      postalCode: zip,
      addressCountry: 'US',
    },
    geo: { '@type': 'GeoCoordinates', latitude: farm.coordinates.latitude, longitude: farm.coordinates.longitude },
    sameAs: farm.social.map(({ url }) => url),
  };
}

function product(siteUrl: string, { slug, name, description, aromas, image_url, price, stock }: Product): Thing {
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
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: price.toFixed(2),
        priceCurrency: 'USD',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LBR' },
      },
    },
  };
}

function post(siteUrl: string, { id, title, excerpt, image_url, created_at }: Post): Thing {
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    url: siteUrl + pagePaths.blog(id),
    datePublished: created_at,
    ...(image_url && { image: siteUrl + pictureFolders.blogs + image_url }),
    author: { '@type': 'Organization', name: farm.brand, url: `${siteUrl}/` },
    publisher: { '@type': 'Organization', name: farm.brand },
  };
}

function questions(): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  };
}
