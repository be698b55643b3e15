// What the editor can produce. Keep in sync with the sanitizer in server/blog/post-html.ts.
import type { Extensions } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Dropcursor, Gapcursor, Selection, UndoRedo } from '@tiptap/extensions';
import { safeLinkUrl } from '#contracts/safe-link.ts';
import { normalizeUrl } from './normalize-url.ts';
import { Picture } from './picture-node.ts';

/** Pasted headings below level 2 become level 2. */
const Header = Heading.extend({
  // Inside the editor the levels are shifted, to fit below the headings of the page.
  addNodeView:
    () =>
    ({ node: { attrs } }) => {
      const dom = document.createElement(`h${attrs.level}`);
      dom.setAttribute('aria-level', String(attrs.level + 3));
      return { dom, contentDOM: dom };
    },
  parseHTML: () => [
    { tag: 'h1', attrs: { level: 1 } },
    ...['h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag, attrs: { level: 2 } })),
  ],
}).configure({ levels: [1, 2] });

/** Lists always start at 1; post pages don't support other starts. */
const NumberedList = OrderedList.extend({ addAttributes: () => ({}) });

/** A link has only a URL, and text typed after it is not part of it. */
const PlainLink = Link.extend({
  inclusive: false,
  addAttributes: () => ({
    href: { default: null, parseHTML: (link: HTMLElement) => safeLinkUrl(link.getAttribute('href') ?? '') },
  }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (link) => (safeLinkUrl(link.getAttribute('href') ?? '') ? null : false) },
  ],
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: (url) => normalizeUrl(url) !== undefined,
});

export const extensions: Extensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  Header,
  Bold,
  Italic,
  Underline,
  Strike,
  NumberedList,
  BulletList,
  ListItem,
  ListKeymap,
  Blockquote,
  PlainLink,
  Picture,
  UndoRedo,
  Dropcursor.configure({ width: 2, color: '#b0750c' }),
  Gapcursor,
  // Keeps the selected text highlighted while the URL is being typed.
  Selection.configure({ className: 'editor-selection' }),
];
