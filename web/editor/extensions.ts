// What the editor can make, and so what may stand in a post: server/blog/post-html.ts lets the same through.
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

/** Headers below the second, as in pasted text, become headers 2. */
const Header = Heading.extend({
  // While they are written they stand below the headings of the page around them.
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

/** A list always counts from one; the page that is read knows no other. */
const NumberedList = OrderedList.extend({ addAttributes: () => ({}) });

/** A link is an address and nothing else; what is typed behind it does not belong to it. */
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
  isAllowedUri: (address) => normalizeUrl(address) !== undefined,
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
  // While an address is typed, the words that will be the link stay marked.
  Selection.configure({ className: 'editor-selection' }),
];
