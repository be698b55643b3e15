// Text from word processors and other sites. The policy makes a browser ignore styles and complain of handlers even in
// a document that is never shown, so they are set aside before the text is read as HTML.

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const UNREAD = /<(style|script|title)\b.*?<\/\1\s*>/gis;
const HEADER_OR_LINK = 'h1, h2, h3, h4, h5, h6, a';

/** Says with elements what was said with styles, for the editor knows nothing else: Google Docs writes all of it so. */
export function stylesToElements(html: string): string {
  const set = html.replace(UNREAD, '').replace(TAG, (tag) => tag.replace(/\s(style|on\w+)\s*=/gi, ' data-$1='));
  const { body } = new DOMParser().parseFromString(set, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = element.dataset.style ?? '';
    if (element.matches('b, strong') && /font-weight:\s*(normal|[1-4]00)/i.test(style)) unwrap(element);
    else if (!element.closest(HEADER_OR_LINK))
      for (const [says, tag] of meanings) if (says.test(style)) wrapContent(element, tag);
  }
  return body.innerHTML;
}

const meanings = [
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

/** Word puts a picture of the text beside the text: where there are words, they are meant. */
export function hasText(html: string): boolean {
  return /\S/.test(html.replace(UNREAD, '').replace(/<!--.*?-->|<[^>]*>|&nbsp;/gs, ''));
}
