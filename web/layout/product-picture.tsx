import fallback from '#content/pictures/fallback.jpg?picture';
import type { Product } from '#contracts/catalog.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

type Props = { product: Product; sizes: string; eager?: boolean | 'first'; alt?: string };

/** `image_url` is a full path. Products without a picture show the fallback. */
export function ProductPicture({ product, sizes, eager = false, alt = `${product.name} hop cones` }: Props) {
  const fallbackUrl = pictureFolders.project + fallback;
  return (
    <Picture
      folder=""
      name={product.image_url ?? fallbackUrl}
      alt={alt}
      sizes={sizes}
      eager={eager}
      fallback={fallbackUrl}
    />
  );
}
