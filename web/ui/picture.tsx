import { type StoredPicture, storedPicture } from '#contracts/pictures.ts';

type Props = {
  /** The folder's address, with the slash at its end. */
  folder: string;
  name: string;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** A picture cut for narrow screens, shown there over the whole width. */
  phone?: string;
  /** For pictures above the fold; `first` for the largest of them. */
  eager?: boolean | 'first';
  /** Shown instead when the picture cannot be loaded. */
  fallback: string;
};

export function Picture({ folder, name, alt, sizes, phone, eager = false, fallback }: Props) {
  const stored = storedPicture(name);
  const onPhones = phone === undefined ? undefined : storedPicture(phone);
  return (
    <picture>
      {onPhones && <source type="image/avif" srcSet={srcSetOf(folder, onPhones, 'avif')} sizes="100vw" media={PHONE} />}
      {onPhones && <source type="image/webp" srcSet={srcSetOf(folder, onPhones, 'webp')} sizes="100vw" media={PHONE} />}
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
          // It may have failed before the script was there to hear of it.
          if (image?.complete && image.currentSrc && image.naturalWidth === 0) showInstead(image, fallback);
        }}
        onError={({ currentTarget }) => showInstead(currentTarget, fallback)}
      />
    </picture>
  );
}

const PHONE = '(max-width: 900px)';

export function srcSetOf(folder: string, { widths, file }: StoredPicture, type: 'avif' | 'webp'): string {
  return widths.map((width) => `${folder}${file(width, type)} ${width}w`).join(', ');
}

type Preloaded = Pick<Props, 'folder' | 'name' | 'sizes' | 'phone'>;

/** For the document's head: the same choice, made before the page is read. */
export function preloadsOf({ folder, name, sizes, phone }: Preloaded) {
  const srcSet = avifsOf(folder, name);
  if (!phone) return [{ srcSet, sizes, media: 'all' }];
  return [
    { srcSet: avifsOf(folder, phone), sizes: '100vw', media: PHONE },
    { srcSet, sizes, media: '(min-width: 901px)' },
  ];
}

function avifsOf(folder: string, name: string): string {
  const stored = storedPicture(name);
  return stored ? srcSetOf(folder, stored, 'avif') : '';
}

function showInstead(image: HTMLImageElement, fallback: string) {
  if (!fallback || image.src.endsWith(fallback)) return;
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}
