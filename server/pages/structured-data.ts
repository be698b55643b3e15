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
  const things = builders[page]?.(siteUrl, results[0]?.[1]) ?? [];
  return things.map((thing) => ({ '@context': 'https://schema.org', ...thing }));
}

// The casts are safe: a page's first result comes from the endpoint that web/router/site-routes.ts names, through a route bound
// to the same contract. Validating our own results again would slow down every render.
const builders: Record<string, (siteUrl: string, result: unknown) => Thing[]> = {
  home: (siteUrl) => [business(siteUrl), { '@type': 'WebSite', name: farm.brand, url: `${siteUrl}/` }],
  contact: (siteUrl) => [business(siteUrl)],
  faqs: () => [questions()],
  products: (siteUrl, result) => (result as ResponseOf<'GET /api/products'>).data.map((each) => product(siteUrl, each)),
  product(siteUrl, result) {
    const { data } = result as ResponseOf<'GET /api/products/:slug'>;
    const trail = [
      { name: 'Our Products', path: pagePaths.products },
      { name: data.name, path: pagePaths.product(data.slug) },
    ];
    return [product(siteUrl, data), breadcrumbs(siteUrl, trail)];
  },
  'blog-post'(siteUrl, result) {
    const { data } = result as ResponseOf<'GET /api/blogs/:id'>;
    const trail = [
      { name: 'Blog', path: pagePaths.blogs },
      { name: data.title, path: pagePaths.blog(data.id) },
    ];
    return [post(siteUrl, data), breadcrumbs(siteUrl, trail)];
  },
};

/** Where the page is on the site; search engines show it instead of the URL. */
function breadcrumbs(siteUrl: string, trail: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: pagePaths.home }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}

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

function post(siteUrl: string, { id, title, excerpt, description, image_url, published_at, updated_at }: Post): Thing {
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
