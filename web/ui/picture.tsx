import { storedPicture } from '../../contracts/pictures.ts';

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
  const srcSet = (type: 'avif' | 'webp') => srcSetOf(folder, name, type);
  return (
    <picture>
      {phone && <source type="image/avif" srcSet={srcSetOf(folder, phone, 'avif')} sizes="100vw" media={PHONE} />}
      {phone && <source type="image/webp" srcSet={srcSetOf(folder, phone, 'webp')} sizes="100vw" media={PHONE} />}
      {stored && <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />}
      {stored && <source type="image/webp" srcSet={srcSet('webp')} sizes={sizes} />}
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

export function srcSetOf(folder: string, name: string, type: 'avif' | 'webp'): string {
  const stored = storedPicture(name);
  return stored?.widths.map((width) => `${folder}${stored.file(width, type)} ${width}w`).join(', ') ?? '';
}

type Preloaded = Pick<Props, 'folder' | 'name' | 'sizes' | 'phone'>;

/** For the document's head: the same choice, made before the page is read. */
export function preloadsOf({ folder, name, sizes, phone }: Preloaded) {
  const srcSet = srcSetOf(folder, name, 'avif');
  if (!phone) return [{ srcSet, sizes, media: 'all' }];
  return [
    { srcSet: srcSetOf(folder, phone, 'avif'), sizes: '100vw', media: PHONE },
    { srcSet, sizes, media: '(min-width: 901px)' },
  ];
}

function showInstead(image: HTMLImageElement, fallback: string) {
  if (!fallback || image.src.endsWith(fallback)) return;
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}
