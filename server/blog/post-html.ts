// What may stand in a post, decided when it is written: what the editor can make, and nothing else.
// Readers get the stored HTML as it is. See docs/decisions/0005-clean-html-on-write.md.
import sanitizeHtml from 'sanitize-html';
import { EXCERPT_LENGTH } from '../../contracts/blog.ts';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h1', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'blockquote', 'a', 'img'],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // Deeper than anybody writes; without a bound the time to clean grows with its square.
  nestingLimit: 30,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: 'noopener' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
  // Pictures are uploaded; one from elsewhere would tell another site who reads here.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/blogs\/[\w.-]+$/.test(attribs.src ?? ''),
};

export function cleanHtml(html: string): string {
  return sanitizeHtml(html, allowed).trim();
}

export function excerptOf(html: string): string {
  const characters = [...plainText(html)];
  if (characters.length <= EXCERPT_LENGTH) return characters.join('');
  return `${characters.slice(0, EXCERPT_LENGTH).join('')}...`;
}

function plainText(html: string): string {
  const spaced = html.replace(/<\/(p|h\d|li|blockquote)>|<br\s*\/?>/g, '$& ');
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  return text
    .replace(/&(lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

// The only ones the cleaner writes.
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
