// A stored picture is named by its content hash and size: <hash>-<width>x<height>.jpg. The same folder has
// <hash>-<width>x<height>-<w>.avif and .webp for each width below, so the name alone is enough to build
// a srcset.

/** Paths that serve the project's own pictures, post pictures and product pictures. */
export const pictureFolders = { project: '/pictures/', blogs: '/blogs/', products: '/uploads/products/' } as const;

export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

const WIDTHS = [400, 800, 1200, 1600, 2000];
export const MAX_WIDTH = 2000;

const NAME = /^(.*-(\d+)x(\d+))\.jpg$/;

export type StoredPicture = {
  width: number;
  height: number;
  widths: number[];
  file(width: number, type: 'avif' | 'webp'): string;
};

export function storedPicture(name: string): StoredPicture | undefined {
  const [, stem, w, h] = NAME.exec(name) ?? [];
  if (!stem) return undefined;
  const width = Number(w);
  return {
    width,
    height: Number(h),
    widths: widthsFor(width),
    file: (chosen, type) => `${stem}-${chosen}.${type}`,
  };
}

const UPLOAD_NAME = /^[0-9a-f]{16}-\d{1,4}x\d{1,4}\.jpg$/;

/** The largest file of a picture. Its name identifies all of them. */
export const isPictureName = (file: string): boolean => UPLOAD_NAME.test(file);

/** The uploads that a post's HTML shows. */
export const picturesInPost = (html: string): string[] =>
  [...html.matchAll(/"\/blogs\/([0-9a-f]{16}-\d{1,4}x\d{1,4}\.jpg)"/g)].map(([, name = '']) => name);

const POST_PICTURE_URL = /^\/blogs\/([0-9a-f]{16}-\d{1,4}x\d{1,4}\.jpg)$/;

/** The stored picture behind a URL in a post; undefined unless it is one of our uploads. */
export function postPicture(url: string): StoredPicture | undefined {
  const [, name = ''] = POST_PICTURE_URL.exec(url) ?? [];
  return storedPicture(name);
}

/** The standard widths below the picture's own width, plus that width. */
export function widthsFor(width: number): number[] {
  return [...WIDTHS.filter((step) => step < width * 0.9), width];
}
