// Atom feeds: news of the blog, and of the harvest.
import type { Post } from '#contracts/blog.ts';
import { formatDay } from '#contracts/dates.ts';
import { HARVEST_FEED } from '#contracts/harvest-steps.ts';
import type { Harvest } from '#contracts/harvests.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { escapeXml } from '#server/escape-html.ts';

type Site = { siteUrl: string; brand: string };
type Entry = { title: string; url: string; published?: string | null; updated: string; summary: string; html?: string };
type Feed = { subtitle: string; page: string; self: string; entries: Entry[] };

export const blogFeed = (posts: Post[], site: Site): string =>
  writeFeed(site, {
    subtitle: 'Latest News & Updates',
    page: pagePaths.blogs,
    self: '/feed.xml',
    entries: posts.map(({ id, title, content, excerpt, description, image_url, published_at, updated_at }) => {
      const picture = image_url ? `<p><img src="${site.siteUrl}${pictureFolders.blogs}${image_url}" alt=""></p>` : '';
      return {
        title,
        url: site.siteUrl + pagePaths.blog(id),
        published: published_at,
        updated: updated_at,
        summary: description || excerpt,
        html: picture + withAbsolutePictures(content, site.siteUrl),
      };
    }),
  });

export const harvestFeed = (harvests: Harvest[], site: Site): string =>
  writeFeed(site, {
    subtitle: 'Harvest',
    page: pagePaths.harvest,
    self: HARVEST_FEED,
    entries: harvests.map(({ id, hop, status, expected_on, pounds, price, note, updated_at }) => ({
      title: `${hop}: ${status}, expected ${formatDay(expected_on)}`,
      url: `${site.siteUrl}${pagePaths.harvest}#harvest-${id}`,
      updated: updated_at,
      summary: `About ${formatPounds(pounds)} at $${formatDollars(price)} per lb. ${note}`.trim(),
    })),
  });

function writeFeed({ siteUrl, brand }: Site, { subtitle, page, self, entries }: Feed): string {
  const none = new Date(0).toISOString();
  const updated = entries.reduce((latest, entry) => (entry.updated > latest ? entry.updated : latest), none);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeXml(brand)}</title>
<subtitle>${escapeXml(subtitle)}</subtitle>
<id>${siteUrl}${page}</id>
<link href="${siteUrl}${page}"/>
<link rel="self" href="${siteUrl}${self}"/>
<updated>${updated}</updated>
<author><name>${escapeXml(brand)}</name></author>
${entries.map(writeEntry).join('\n')}
</feed>
`;
}

function writeEntry({ title, url, published, updated, summary, html }: Entry): string {
  return `<entry>
<title>${escapeXml(title)}</title>
<id>${url}</id>
<link href="${url}"/>
${published ? `<published>${published}</published>\n` : ''}<updated>${updated}</updated>
<summary>${escapeXml(summary)}</summary>${html === undefined ? '' : `\n<content type="html">${escapeXml(html)}</content>`}
</entry>`;
}

/** Feed readers show a post on their own site. The sanitizer wrote the tags, so they have a fixed form. */
const withAbsolutePictures = (content: string, siteUrl: string): string =>
  content.replaceAll('<img src="/', `<img src="${siteUrl}/`);
