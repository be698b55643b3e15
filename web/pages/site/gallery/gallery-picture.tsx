import type { GalleryPicture as Entry } from '#content/gallery.ts';
import fallback from '#content/pictures/fallback.jpg?picture';
import { pictureFolders } from '#contracts/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

const names: Record<string, string> = import.meta.glob('/content/pictures/*.jpg', {
  query: '?picture',
  import: 'default',
  eager: true,
});

export const nameOf = ({ file }: Entry): string => names[`/content/pictures/${file}`] ?? fallback;

type Props = { picture: Entry; alt: string; sizes: string; eager?: boolean | 'first' };

export function GalleryPicture({ picture, ...props }: Props) {
  const folder = pictureFolders.project;
  return <Picture folder={folder} name={nameOf(picture)} fallback={folder + fallback} {...props} />;
}
