import fallback from '#content/pictures/fallback.jpg?picture';
import type { Product } from '#contracts/catalog.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

type Props = { product: Product; sizes: string; eager?: boolean | 'first'; alt?: string };

/** Its `image_url` is a whole path already. A product without a picture shows the fallback. */
export function ProductPicture({ product, sizes, eager = false, alt = `${product.name} hop cones` }: Props) {
  const none = pictureFolders.project + fallback;
  return <Picture folder="" name={product.image_url ?? none} alt={alt} sizes={sizes} eager={eager} fallback={none} />;
}
