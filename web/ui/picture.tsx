import { storedPicture } from '../../contracts/pictures.ts';

type Props = {
  /** The folder's address, with the slash at its end. */
  folder: string;
  name: string;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** For pictures above the fold. */
  eager?: boolean;
  /** Shown instead when the picture cannot be loaded. */
  fallback: string;
};

export function Picture({ folder, name, alt, sizes, eager = false, fallback }: Props) {
  const stored = storedPicture(name);
  const srcSet = (type: 'avif' | 'webp') =>
    stored?.widths.map((width) => `${folder}${stored.file(width, type)} ${width}w`).join(', ');
  return (
    <picture>
      {stored && <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />}
      {stored && <source type="image/webp" srcSet={srcSet('webp')} sizes={sizes} />}
      <img
        src={`${folder}${name}`}
        alt={alt}
        width={stored?.width}
        height={stored?.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
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

function showInstead(image: HTMLImageElement, fallback: string) {
  if (!fallback || image.src.endsWith(fallback)) return;
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}
