import { pictureFolders } from '#contracts/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

type Props = { name: string; alt: string; sizes: string; phone?: string; eager?: boolean | 'first' };

/** A picture of content/pictures. It was built with the site, so there is nothing to fall back to. */
export function FarmPicture(props: Props) {
  return <Picture folder={pictureFolders.project} fallback="" {...props} />;
}
