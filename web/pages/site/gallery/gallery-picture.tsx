import fallback from '#content/pictures/fallback.jpg?picture';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

export type Entry = ResponseOf<'GET /api/words/gallery'>['data']['pictures'][number];

type Props = { picture: Entry; alt: string; sizes: string; eager?: boolean | 'first' };

export function GalleryPicture({ picture: { folder, name }, ...props }: Props) {
  return <Picture folder={folder} name={name} fallback={pictureFolders.project + fallback} {...props} />;
}
