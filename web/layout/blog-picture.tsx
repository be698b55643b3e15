import fallback from '#content/pictures/fallback.jpg?picture';
import { pictureFolders } from '#contracts/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

type Props = { name: string; alt: string; sizes: string; eager?: boolean | 'first' };

export function BlogPicture(props: Props) {
  return <Picture folder={pictureFolders.blogs} fallback={pictureFolders.project + fallback} {...props} />;
}
