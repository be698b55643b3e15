// Sanitizes posts when they are saved: only what the editor can produce is allowed.
// Readers get the stored HTML unchanged. See docs/decisions/0005-sanitize-html-on-write.md.
import sanitizeHtml from 'sanitize-html';
import { EXCERPT_LENGTH } from '#contracts/blog.ts';
import { postPicture } from '#contracts/pictures.ts';
import { safeLinkUrl } from '#contracts/safe-link.ts';
import { invalid } from '#server/http-errors.ts';

// Tags turned into this are dropped by the second pass, keeping their text. Turning a tag straight into a disallowed one
// makes sanitize-html lose track of closing tags.
const DROPPED = 'span';

const tags = ['p', 'br', 'h1', 'h2', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'blockquote', 'a', 'img'];

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...tags, DROPPED],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h3: 'h2',
    h4: 'h2',
    h5: 'h2',
    h6: 'h2',
    a: (tagName, attribs) => {
      const href = safeLinkUrl(attribs.href ?? '');
      return href ? { tagName, attribs: { href, rel: 'noopener' } } : { tagName: DROPPED, attribs: {} };
    },
    // Pictures must be uploaded here: hotlinked ones would tell another site who reads ours. The file name contains the size.
    img: (tagName, { src = '', alt = '' }) => {
      const picture = postPicture(src);
      if (!picture) return { tagName: DROPPED, attribs: {} };
      const [width, height] = [String(picture.width), String(picture.height)];
      return { tagName, attribs: { src, alt, width, height, loading: 'lazy' } };
    },
  },
};

/** Deeper than any real post; without a limit, parsing time grows with the square of the depth. */
const MAX_DEPTH = 100;

export function sanitizePostHtml(html: string): string {
  let depth = 0;
  const onOpenTag = () => {
    depth += 1;
    if (depth > MAX_DEPTH) throw invalid({ content: ['The content is nested too deeply.'] });
  };
  const onCloseTag = () => {
    depth -= 1;
  };
  const firstPass = sanitizeHtml(html, { ...allowed, onOpenTag, onCloseTag });
  return sanitizeHtml(firstPass, { ...allowed, allowedTags: tags, transformTags: {} }).trim();
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

// The only entities sanitize-html emits.
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
