// A stored picture is named by its content and its size: <hash>-<width>x<height>.jpg. Beside that JPEG lie
// <hash>-<width>x<height>-<w>.avif and .webp for each width below, so a page can offer them all
// knowing nothing but the name.

/** Where pictures are served: those of the project, of posts and of products. */
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

const IN_A_POST = /^\/blogs\/([0-9a-f]{16}-\d{1,4}x\d{1,4}\.jpg)$/;

/** The picture that an address in a post's text names; undefined for everything but an upload of our own. */
export function postPicture(address: string): StoredPicture | undefined {
  const [, name = ''] = IN_A_POST.exec(address) ?? [];
  return storedPicture(name);
}

/** The steps below the picture's own width, and that width itself. */
export function widthsFor(width: number): number[] {
  return [...WIDTHS.filter((step) => step < width * 0.9), width];
}
