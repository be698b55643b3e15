import { pictureFolders } from '#contracts/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

type Props = { name: string; alt: string; sizes: string; phone?: string; eager?: boolean | 'first' };

/** A picture from content/pictures. It ships with the build, so it needs no fallback. */
export function FarmPicture(props: Props) {
  return <Picture folder={pictureFolders.project} fallback="" {...props} />;
}
