import fallback from '#content/pictures/fallback.jpg?picture';
import { pictureFolders } from '#contracts/pictures.ts';
import type { ShownPicture } from '#contracts/words.ts';
import { Picture } from '#web/ui/picture.tsx';

type Props = ShownPicture & { alt: string; sizes: string; phone?: string; eager?: boolean | 'first' };

/** A picture that the owner chose: uploaded, or one that ships with the shop. */
export function ChosenPicture(props: Props) {
  return <Picture fallback={pictureFolders.project + fallback} {...props} />;
}
