import { Node } from '@tiptap/core';
import { postPicture } from '#contracts/pictures.ts';

/** A picture in the text. Only our own uploads are pictures: those of pasted pages, also inlined ones, stay out. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: ownAddress },
    alt: { default: '' },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (image) => (postPicture(ownAddress(image)) ? null : false) }],
  renderHTML({ node: { attrs } }) {
    const { width, height } = postPicture(attrs.src) ?? {};
    return ['img', { src: attrs.src, alt: attrs.alt, width, height }];
  },
});

/** Copied from a page of the shop, a picture comes with the shop's own host. */
function ownAddress(image: HTMLElement): string {
  const url = URL.parse(image.getAttribute('src') ?? '', location.href);
  return url?.origin === location.origin ? url.pathname : '';
}
