// Turns the owner's guide into HTML for the back office. It knows exactly the Markdown that the guide uses, and refuses any other.

export type Guide = { sections: { anchor: string; title: string }[]; html: string };
type Size = { width: number; height: number };

const PICTURE = /^!\[([^\]]+)\]\((images\/guide\/[\w-]+\.webp)\)$/;

export function renderGuide(markdown: string, sizeOf: (picture: string) => Size): Guide {
  const blocks = markdown.trim().split(/\n{2,}/);
  const titles = blocks.filter((block) => block.startsWith('## ')).map((block) => block.slice(3));
  return {
    sections: titles.map((title) => ({ anchor: anchorOf(title), title })),
    // The page has a title of its own.
    html: blocks
      .filter((block) => !block.startsWith('# '))
      .map((block) => renderBlock(block, sizeOf))
      .join('\n'),
  };
}

export const picturesIn = (markdown: string): string[] =>
  markdown.split('\n').flatMap((line) => PICTURE.exec(line)?.[2] ?? []);

/** As GitHub makes it, so that links work there too. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

function renderBlock(block: string, sizeOf: (picture: string) => Size): string {
  if (block.startsWith('## ')) {
    const title = block.slice(3);
    return `<h2 id="${anchorOf(title)}" tabindex="-1">${inline(title)}</h2>`;
  }
  const [, alt = '', picture] = PICTURE.exec(block) ?? [];
  if (picture) {
    const { width, height } = sizeOf(picture);
    // Opens in full size: on a phone it is too small to read.
    return `<a href="${picture}" target="_blank"><img src="${picture}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy"></a>`;
  }
  if (/^- /.test(block)) return `<ul>${listItems(block)}</ul>`;
  if (/^1\. /.test(block)) return `<ol>${listItems(block)}</ol>`;
  if (/^\W/.test(block) && !/^(\*\*|`|\[)/.test(block)) throw new Error(`The guide can't show this Markdown: ${block}`);
  return `<p>${inline(block)}</p>`;
}

const listItems = (block: string) =>
  block
    .split(/\n(?=- |\d+\. )/)
    .map((item) => `<li>${inline(item.replace(/^(-|\d+\.) /, ''))}</li>`)
    .join('');

function inline(text: string): string {
  return escapeHtml(text)
    .replace(/\s+/g, ' ')
    .replace(/`(\/[\w/-]*)`/g, '<a href="$1">$1</a>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((#[\w-]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
