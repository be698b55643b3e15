// Cleans up HTML pasted from word processors and other sites. The content security policy blocks inline styles and
// reports event handlers even in parsed documents, so both are turned into data attributes before parsing.

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const INVISIBLE = /<(style|script|title)\b.*?<\/\1\s*>/gis;
const HEADER_OR_LINK = 'h1, h2, h3, h4, h5, h6, a';

/** Turns inline styles into elements, the only formatting the editor understands. Google Docs uses styles only. */
export function stylesToElements(html: string): string {
  const neutralized = html
    .replace(INVISIBLE, '')
    .replace(TAG, (tag) => tag.replace(/\s(style|on\w+)\s*=/gi, ' data-$1='));
  const { body } = new DOMParser().parseFromString(neutralized, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = element.dataset.style ?? '';
    if (element.matches('b, strong') && /font-weight:\s*(normal|[1-4]00)/i.test(style)) unwrap(element);
    else if (!element.closest(HEADER_OR_LINK))
      for (const [pattern, tag] of styleElements) if (pattern.test(style)) wrapContent(element, tag);
  }
  return body.innerHTML;
}

const styleElements = [
  [/font-weight:\s*(bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[^;]*underline/i, 'u'],
  [/text-decoration[^;]*line-through/i, 's'],
] as const;

function unwrap(element: HTMLElement) {
  element.replaceWith(...element.childNodes);
}

function wrapContent(element: HTMLElement, tag: string) {
  const wrapper = document.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Word also pastes a picture of the text; prefer the text if there is any. */
export function hasText(html: string): boolean {
  return /\S/.test(html.replace(INVISIBLE, '').replace(/<!--.*?-->|<[^>]*>|&nbsp;/gs, ''));
}
