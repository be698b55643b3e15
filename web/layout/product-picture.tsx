import fallback from '../../content/pictures/fallback.jpg?picture';
import type { Product } from '../../contracts/catalogue.ts';
import { pictureFolders } from '../../contracts/pictures.ts';
import { Picture } from '../ui/picture.tsx';

type Props = { product: Product; sizes: string; eager?: boolean | 'first' };

/** Its `image_url` is a whole path already. A product without a picture shows the fallback. */
export function ProductPicture({ product, sizes, eager = false }: Props) {
  const none = pictureFolders.project + fallback;
  return (
    <Picture
      folder=""
      name={product.image_url ?? none}
      alt={`${product.name} hop cones`}
      sizes={sizes}
      eager={eager}
      fallback={none}
    />
  );
}
