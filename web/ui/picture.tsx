import type { SyntheticEvent } from 'react';
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
        onError={(event) => showInstead(event, fallback)}
      />
    </picture>
  );
}

function showInstead({ currentTarget: image }: SyntheticEvent<HTMLImageElement>, fallback: string) {
  if (image.src.endsWith(fallback)) return;
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}
