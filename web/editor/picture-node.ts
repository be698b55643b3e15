import { Node } from '@tiptap/core';
import { parseUrl } from '#contracts/parse-url.ts';
import { postPicture } from '#contracts/pictures.ts';

/** A picture in a post. Only our own uploads are accepted; pasted and inlined pictures are dropped. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: localPath },
    alt: { default: '' },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (image) => (postPicture(localPath(image)) ? null : false) }],
  renderHTML({ node: { attrs } }) {
    const { width, height } = postPicture(attrs.src) ?? {};
    return ['img', { src: attrs.src, alt: attrs.alt, width, height }];
  },
});

/** Pictures copied from a page of the shop have an absolute URL. */
function localPath(image: HTMLElement): string {
  const url = parseUrl(image.getAttribute('src') ?? '', location.href);
  return url?.origin === location.origin ? url.pathname : '';
}
