import { type StoredPicture, storedPicture } from '#contracts/pictures.ts';

type Props = {
  /** URL of the folder, with a trailing slash. */
  folder: string;
  name: string;
  alt: string;
  /** Display width, as in the `sizes` attribute. */
  sizes: string;
  /** A crop for narrow screens, shown there at full width. */
  phone?: string;
  /** For pictures above the fold; `first` for the largest. */
  eager?: boolean | 'first';
  /** Shown if the picture fails to load. */
  fallback: string;
};

export function Picture({ folder, name, alt, sizes, phone, eager = false, fallback }: Props) {
  const stored = storedPicture(name);
  const phoneCrop = phone === undefined ? undefined : storedPicture(phone);
  return (
    <picture>
      {phoneCrop && (
        <source type="image/avif" srcSet={srcSetOf(folder, phoneCrop, 'avif')} sizes="100vw" media={PHONE} />
      )}
      {phoneCrop && (
        <source type="image/webp" srcSet={srcSetOf(folder, phoneCrop, 'webp')} sizes="100vw" media={PHONE} />
      )}
      {stored && <source type="image/avif" srcSet={srcSetOf(folder, stored, 'avif')} sizes={sizes} />}
      {stored && <source type="image/webp" srcSet={srcSetOf(folder, stored, 'webp')} sizes={sizes} />}
      <img
        src={`${folder}${name}`}
        alt={alt}
        width={stored?.width}
        height={stored?.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager === 'first' ? 'high' : 'auto'}
        decoding="async"
        ref={(image) => {
          // The error event may have fired before hydration.
          if (image?.complete && image.currentSrc && image.naturalWidth === 0) showFallback(image, fallback);
        }}
        onError={({ currentTarget }) => showFallback(currentTarget, fallback)}
      />
    </picture>
  );
}

const PHONE = '(max-width: 699px)';

export function srcSetOf(folder: string, { widths, file }: StoredPicture, type: 'avif' | 'webp'): string {
  return widths.map((width) => `${folder}${file(width, type)} ${width}w`).join(', ');
}

type PreloadInput = Pick<Props, 'folder' | 'name' | 'sizes' | 'phone'>;

/** Preload entries for the document head; they must match the sources above. */
export function preloadsOf({ folder, name, sizes, phone }: PreloadInput) {
  const srcSet = avifsOf(folder, name);
  if (!phone) return [{ srcSet, sizes, media: 'all' }];
  return [
    { srcSet: avifsOf(folder, phone), sizes: '100vw', media: PHONE },
    { srcSet, sizes, media: '(min-width: 700px)' },
  ];
}

function avifsOf(folder: string, name: string): string {
  const stored = storedPicture(name);
  return stored ? srcSetOf(folder, stored, 'avif') : '';
}

function showFallback(image: HTMLImageElement, fallback: string) {
  if (!fallback || image.src.endsWith(fallback)) return;
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}
